/** The keys of the safety questions, for the printed shortcut sheet; the same shape as the sheet's own groups. */
export const safetyShortcuts: {
  readonly title: string
  readonly lines: readonly { readonly what: string; readonly keys: readonly (readonly string[])[] }[]
} = {
  title: 'In the safety questions',
  lines: [
    { what: 'Correct or Yes, and on to the next', keys: [['Y']] },
    { what: 'Not Correct or No, and on to the next', keys: [['N']] },
    { what: 'Take an option by its place', keys: [['1 – 9']] },
    { what: 'Next unanswered question', keys: [['F8'], ['Enter']] },
    { what: 'Save the answers of a study', keys: [['Ctrl', 'Enter']] },
  ],
}
