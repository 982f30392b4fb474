/** The keys of today's board, for the printed shortcut sheet; the same shape as the sheet's own groups. */
export const boardShortcuts: {
  readonly title: string
  readonly lines: readonly { readonly what: string; readonly keys: readonly (readonly string[])[] }[]
} = {
  title: 'On today’s board',
  lines: [
    { what: 'Member above and below', keys: [['↑'], ['↓']] },
    { what: 'First and last member', keys: [['Home'], ['End']] },
    { what: 'Open the study’s page', keys: [['Enter']] },
    { what: 'Do what is next for the member', keys: [['N']] },
    { what: 'Undo the last mark of the row', keys: [['U']] },
  ],
}
