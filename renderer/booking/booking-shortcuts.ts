import { bookingWords } from './booking-words.ts'

const words = bookingWords.shortcuts
/** The keys of the booking pages, in the shape of a group of the shortcut sheet. */
export const bookingShortcuts: {
  readonly title: string
  readonly lines: readonly { readonly what: string; readonly keys: readonly (readonly string[])[] }[]
} = {
  title: words.title,
  lines: [
    { what: words.calendar, keys: [['Alt', 'C']] },
    { what: words.safety, keys: [['Alt', 'Q']] },
    { what: words.safetyToBook, keys: [['Ctrl', 'Enter']] },
    { what: words.slots, keys: [['←'], ['↑'], ['↓'], ['→']] },
    { what: words.hold, keys: [['Enter'], ['Space']] },
    { what: words.rowEnds, keys: [['Home'], ['End']] },
    {
      what: words.weekEnds,
      keys: [
        ['Ctrl', 'Home'],
        ['Ctrl', 'End'],
      ],
    },
    { what: words.weeks, keys: [['Page Up'], ['Page Down']] },
    { what: words.moveByKeys, keys: [['←'], ['↑'], ['↓'], ['→']] },
    { what: words.drop, keys: [['Enter']] },
    { what: words.searchToResults, keys: [['↓']] },
  ],
}
