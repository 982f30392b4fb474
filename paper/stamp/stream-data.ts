import { inflateSync } from 'node:zlib'
import { type Dict, isArray, isNull, odd, readArray, readDict, toFinite, toName, type Value } from './pdf-syntax.ts'

/** Thrown when a part of a file unpacks to an excessive size. The file is refused. */
export class PdfBomb extends Error {}

/** Returns the names of the filters in decoding order. Expands no abbreviations: only inline images may use those. */
export const filtersOf = (dict: Dict, resolve: (value: Value) => Value): readonly string[] => {
  const entry = dict.entries.get('Filter')
  if (entry === undefined) return []
  const value = resolve(entry)
  if (isNull(value)) return []
  const names = isArray(value) ? readArray(value).map((one) => toName(resolve(one))) : [toName(value)]
  return names.map((name) => name ?? odd('a filter without a name'))
}

/**
 * Unpacks a cross-reference stream, an object stream or page contents. Accepts data that are deflated, possibly with a
 * PNG predictor, or not packed. Throws `OddPdf` for any other filter, and {@link PdfBomb} when the data unpack to more
 * than `most` bytes.
 */
export const unpack = (dict: Dict, data: Buffer, most: number): Buffer => {
  const filters = filtersOf(dict, (value) => value)
  if (filters.length > 1 || (filters[0] !== undefined && filters[0] !== 'FlateDecode')) return odd('a rare filter')
  const unpacked = filters.length === 0 ? data : inflate(data, most)
  return undoPredictor(dict, unpacked)
}

const inflate = (data: Buffer, most: number): Buffer => {
  try {
    return inflateSync(data, { maxOutputLength: most })
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw new PdfBomb()
    return odd('damaged deflate data')
  }
}

const undoPredictor = (dict: Dict, data: Buffer): Buffer => {
  const entry = dict.entries.get('DecodeParms')
  if (entry === undefined || isNull(entry)) return data
  const [only = entry, ...others] = isArray(entry) ? readArray(entry) : [entry]
  if (others.length > 0) return odd('parameters for several filters')
  if (isNull(only)) return data
  const { entries } = readDict(only.bytes, only.start)
  const read = (key: string, otherwise: number): number => {
    const value = entries.get(key)
    return value === undefined ? otherwise : toFinite(value)
  }
  const predictor = read('Predictor', 1)
  if (predictor === 1) return data
  const columns = read('Columns', 1)
  if (!(predictor >= 10 && predictor <= 15) || read('Colors', 1) !== 1 || read('BitsPerComponent', 8) !== 8)
    return odd('a rare predictor')
  if (!Number.isInteger(columns) || columns < 1 || columns > 64 || data.length % (columns + 1) !== 0)
    return odd('rows of a rare length')
  return undoPngRows(data, columns)
}

/** Reverses PNG's row filters (RFC 2083, 6). */
const undoPngRows = (data: Buffer, columns: number): Buffer => {
  const rows = data.length / (columns + 1)
  const plain = Buffer.alloc(rows * columns)
  for (let row = 0; row < rows; row += 1) {
    const from = row * (columns + 1)
    const to = row * columns
    const kind = data[from]
    for (let column = 0; column < columns; column += 1) {
      const before = column === 0 ? 0 : (plain[to + column - 1] ?? 0)
      const above = row === 0 ? 0 : (plain[to + column - columns] ?? 0)
      const corner = row === 0 || column === 0 ? 0 : (plain[to + column - columns - 1] ?? 0)
      const coded = data[from + 1 + column] ?? 0
      plain[to + column] = coded + predict(kind, before, above, corner)
    }
  }
  return plain
}

const predict = (kind: number | undefined, before: number, above: number, corner: number): number => {
  if (kind === 0) return 0
  if (kind === 1) return before
  if (kind === 2) return above
  if (kind === 3) return (before + above) >> 1
  if (kind !== 4) return odd('an unknown row filter')
  const guess = before + above - corner
  const [toBefore, toAbove, toCorner] = [Math.abs(guess - before), Math.abs(guess - above), Math.abs(guess - corner)]
  if (toBefore <= toAbove && toBefore <= toCorner) return before
  return toAbove <= toCorner ? above : corner
}
