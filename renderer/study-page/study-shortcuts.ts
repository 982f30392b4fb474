/** The keys of a study's page for the printed shortcut sheet, in the form of the sheet's own groups. */
export const studyShortcuts: {
  readonly title: string
  readonly lines: readonly { readonly what: string; readonly keys: readonly (readonly string[])[] }[]
} = {
  title: 'On a study’s page',
  lines: [
    { what: 'Next and previous section', keys: [['J'], ['K']] },
    { what: 'Save the answers, while they are open', keys: [['Ctrl', 'Enter']] },
  ],
}
