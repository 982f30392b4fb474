import { isTextTarget, letterKeys } from '../kit/letter-keys.ts'
import { worklistWords } from './worklist-words.ts'

/** Returns whether no control has the focus, so that a key may move the focus into a list. */
export const isNowhere = (element: Element | null): boolean =>
  element === null || element === document.body || element.id === 'main'

const moves: Readonly<Record<string, (from: number, last: number) => number>> = {
  ArrowUp: (from, last) => (from < 0 ? last : Math.max(0, from - 1)),
  ArrowDown: (from, last) => Math.min(last, from + 1),
  Home: () => 0,
  End: (_from, last) => last,
}

/**
 * Returns the index of the row to which a key moves the focus; null for any other key. `from` is the focused row, or -1
 * if the focus is outside the table. `count` is the number of rows. J and K are letters, which do not act within a
 * typed word.
 */
export const rowOfKey = (event: KeyboardEvent, from: number, count: number): number | null => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || count === 0) return null
  const letter = { j: 'ArrowDown', k: 'ArrowUp' }[event.key.toLowerCase()]
  if (letter !== undefined) {
    letterKeys.notePress(event)
    if (!letterKeys.mayAct(event, isTextTarget(event.target))) return null
    letterKeys.noteAct()
  }
  return moves[letter ?? event.key]?.(from, count - 1) ?? null
}

/** The lines of the shortcut sheet. */
export const worklistShortcuts = {
  title: worklistWords.keys.title,
  lines: [
    { what: worklistWords.keys.move, keys: [['J'], ['K'], ['↓'], ['↑']] },
    { what: worklistWords.keys.open, keys: [['Enter']] },
    { what: worklistWords.keys.back, keys: [['Alt', '←']] },
  ],
} as const
