/** What a key does on the board. */
export type BoardKey = 'above' | 'below' | 'first' | 'last' | 'next-action' | 'undo'

type BoardKeyPress = {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
  /** Held down, the keyboard repeats it: nothing is done twice for that, but the way goes on. */
  readonly repeat: boolean
}

const moves: ReadonlyMap<string, BoardKey> = new Map([
  ['ArrowUp', 'above'],
  ['ArrowDown', 'below'],
  ['Home', 'first'],
  ['End', 'last'],
])

/** What a key press on the board asks for; null where it is none of its keys. */
export const decideBoardKey = (press: BoardKeyPress): BoardKey | null => {
  if (press.ctrlKey || press.metaKey || press.altKey || press.shiftKey) return null
  const move = moves.get(press.key)
  if (move !== undefined) return move
  if (press.repeat) return null
  if (press.key.toLowerCase() === 'n') return 'next-action'
  return press.key.toLowerCase() === 'u' ? 'undo' : null
}

/** The row to go to from row `from` of `count`; null where there is none. From nowhere (-1) every way leads into the board. */
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
