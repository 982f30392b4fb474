/** The keys of the booking pages, for the printed shortcut sheet; the same shape as the sheet's own groups. */
export const bookingShortcuts: {
  readonly title: string
  readonly lines: readonly { readonly what: string; readonly keys: readonly (readonly string[])[] }[]
} = {
  title: 'On the booking pages',
  lines: [
    { what: 'To the calendar', keys: [['Alt', 'C']] },
    { what: 'To the safety questions', keys: [['Alt', 'Q']] },
    { what: 'From the safety questions to Book', keys: [['Ctrl', 'Enter']] },
    { what: 'Move between time slots', keys: [['←'], ['↑'], ['↓'], ['→']] },
    { what: 'Hold the slot, or give it back', keys: [['Enter'], ['Space']] },
    { what: 'First and last day of the row', keys: [['Home'], ['End']] },
    {
      what: 'First and last slot of the week',
      keys: [
        ['Ctrl', 'Home'],
        ['Ctrl', 'End'],
      ],
    },
    { what: 'Week before and after', keys: [['Page Up'], ['Page Down']] },
    { what: 'From the search to the members found', keys: [['↓']] },
  ],
}
