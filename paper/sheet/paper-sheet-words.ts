/** The texts that all papers share, in English. */
export const paperSheetWords = {
  healthInformation: 'For health-information staff',
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  replaced: '\u{fffd} replaces a character that cannot be printed here.',
  notRecorded: 'Not recorded',
  printed: (time: string) => `Printed ${time}`,
  printedBy: (time: string, name: string) => `Printed ${time} by ${name}`,
  signature: (role: string) => `${role}, signature`,
  date: 'Date',
  /** Shown at the end of a text that was cut because it does not fit. */
  cut: '… (continues on screen)',
}
