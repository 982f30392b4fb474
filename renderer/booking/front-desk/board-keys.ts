import { isUndoPress } from '../../kit/undo-press.ts'

/** The actions of the keys on the board. */
export type BoardKey = 'above' | 'below' | 'first' | 'last' | 'next-action' | 'check-in' | 'undo'

type BoardKeyPress = {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
  /** True for the repeated presses of a key that is held down: they repeat a move, but not an action. */
  readonly repeat: boolean
}

const moves: ReadonlyMap<string, BoardKey> = new Map([
  ['ArrowUp', 'above'],
  ['ArrowDown', 'below'],
  ['Home', 'first'],
  ['End', 'last'],
])

const letters: ReadonlyMap<string, BoardKey> = new Map([
  ['n', 'next-action'],
  ['c', 'check-in'],
  ['u', 'undo'],
])

/** Returns the board action of a key press; null for any other key. */
export const decideBoardKey = (press: BoardKeyPress): BoardKey | null => {
  if (isUndoPress(press)) return press.repeat ? null : 'undo'
  if (press.ctrlKey || press.metaKey || press.altKey || press.shiftKey) return null
  const move = moves.get(press.key)
  if (move !== undefined) return move
  return press.repeat ? null : (letters.get(press.key.toLowerCase()) ?? null)
}

/**
 * Returns the index of the row to move to from row `from` of `count` rows; null for none. If `from` is -1, no row has
 * the focus, and every direction enters the board.
 */
export const rowAfter = (from: number, count: number, key: BoardKey): number | null => {
  if (count === 0) return null
  switch (key) {
    case 'above':
      return from < 0 ? count - 1 : Math.max(0, from - 1)
    case 'below':
      return Math.min(count - 1, from + 1)
    case 'first':
      return 0
    case 'last':
      return count - 1
    default:
      return null
  }
}
