/** The texts at the foot of every printed page. */
export const paperSheetWords = {
  healthInformation: 'For health-information staff',
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  replaced: '\u{fffd} replaces a character that cannot be printed here.',
}
