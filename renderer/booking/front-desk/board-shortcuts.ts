import { frontDeskWords } from './front-desk-words.ts'

const words = frontDeskWords.shortcuts
/** The keys of today's board, for the printed shortcut sheet; the same shape as the sheet's own groups. */
export const boardShortcuts: {
  readonly title: string
  readonly lines: readonly { readonly what: string; readonly keys: readonly (readonly string[])[] }[]
} = {
  title: words.title,
  lines: [
    { what: words.rows, keys: [['↑'], ['↓']] },
    { what: words.rowEnds, keys: [['Home'], ['End']] },
    { what: words.openStudy, keys: [['Enter']] },
    { what: words.nextAction, keys: [['N']] },
    { what: words.checkIn, keys: [['C']] },
    { what: words.undo, keys: [['U'], ['Ctrl', 'Z']] },
  ],
}
