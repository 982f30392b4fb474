/** Rows of the table, reused between calls: a search compares thousands of words. */
let rows: readonly [Uint16Array, Uint16Array, Uint16Array] = [
  new Uint16Array(64),
  new Uint16Array(64),
  new Uint16Array(64),
]

/**
 * Returns the optimal string alignment distance: the number of letters to insert, delete, replace, or swap with their
 * neighbour. If the distance is above `most`, the returned number may be any number above `most`.
 */
export const editDistance = (a: string, b: string, most = Number.POSITIVE_INFINITY): number => {
  if (Math.abs(a.length - b.length) > most) return most + 1
  if (b.length >= rows[0].length) {
    const size = b.length + 1
    rows = [new Uint16Array(size), new Uint16Array(size), new Uint16Array(size)]
  }
  let [beforeLast, last, current] = rows
  for (let column = 0; column <= b.length; column += 1) last[column] = column
  for (let row = 1; row <= a.length; row += 1) {
    current[0] = row
    let least = row
    const letter = a.charCodeAt(row - 1)
    for (let column = 1; column <= b.length; column += 1) {
      const cost = letter === b.charCodeAt(column - 1) ? 0 : 1
      let best = Math.min((last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + cost)
      const isSwap =
        row > 1 &&
        column > 1 &&
        letter === b.charCodeAt(column - 2) &&
        a.charCodeAt(row - 2) === b.charCodeAt(column - 1)
      if (isSwap) best = Math.min(best, (beforeLast[column - 2] ?? 0) + 1)
      current[column] = best
      if (best < least) least = best
    }
    if (least > most + 1) return least
    ;[beforeLast, last, current] = [last, current, beforeLast]
  }
  return last[b.length] ?? 0
}
