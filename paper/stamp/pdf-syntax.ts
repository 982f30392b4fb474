import { byteKinds, stringEnd } from './pdf-bytes.ts'

/**
 * Thrown for a damaged or encrypted file, or for a valid but rare syntax. The caller then reads the file with pdf-lib.
 */
class OddPdf extends Error {}

export const odd = (what: string): never => {
  throw new OddPdf(what)
}

/**
 * A value in the file or in an unpacked object stream: `start` is its first byte, `end` is the position after its last
 * byte.
 */
export type Value = { readonly bytes: Buffer; readonly start: number; readonly end: number }

/** An entry of a dictionary: its key from the slash on, and its value. */
export type Entry = Value & { readonly keyStart: number }

/** A dictionary and its position; its entries by name, without the slash. */
export type Dict = Value & { readonly entries: ReadonlyMap<string, Entry> }

export type Ref = { readonly number: number; readonly generation: number }

/** Deepest nesting; honest files have a few levels. */
const deepest = 64

const [percent, slash, less, greater, open, left, right] = [...'%/<>([]'].map((one) => one.charCodeAt(0)) as [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
]
const [lineFeed, carriageReturn, letterR] = [10, 13, 0x52]

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39

/** Returns the position after white space and comments. */
export const skipSpace = (bytes: Buffer, from: number): number => {
  let at = from
  for (;;) {
    const byte = bytes[at]
    if (byte === undefined) return at
    if (byteKinds[byte] === 1) at += 1
    else if (byte === percent) {
      while (at < bytes.length && bytes[at] !== lineFeed && bytes[at] !== carriageReturn) at += 1
    } else return at
  }
}

const wordEnd = (bytes: Buffer, from: number): number => {
  let at = from
  while (at < bytes.length && byteKinds[bytes[at] ?? 0] === 0) at += 1
  return at
}

/** Returns whether `word` is at this position, as a whole word. */
export const isWordAt = (bytes: Buffer, at: number, word: string): boolean => {
  for (let index = 0; index < word.length; index += 1) if (bytes[at + index] !== word.charCodeAt(index)) return false
  const next = bytes[at + word.length]
  return next === undefined || byteKinds[next] !== 0
}

/** Reads a whole number without a sign, and its end; null when there is none. */
export const readWhole = (bytes: Buffer, from: number): { readonly value: number; readonly end: number } | null => {
  let value = 0
  let at = from
  while (isDigit(bytes[at]) && at - from < 11) {
    value = value * 10 + (bytes[at] ?? 0) - 0x30
    at += 1
  }
  const next = bytes[at]
  return at === from || (next !== undefined && byteKinds[next] === 0) ? null : { value, end: at }
}

/** Returns the position after a word; after `R` if the word is the first number of a reference. */
const wordOrRefEnd = (bytes: Buffer, from: number): number => {
  const end = wordEnd(bytes, from)
  if (end === from) return odd('no value')
  if (!isDigit(bytes[from]) || readWhole(bytes, from) === null) return end
  const generation = readWhole(bytes, skipSpace(bytes, end))
  if (generation === null) return end
  const at = skipSpace(bytes, generation.end)
  return bytes[at] === letterR && isWordAt(bytes, at, 'R') ? at + 1 : end
}

/** Returns the position after the value that begins here. */
const valueEnd = (bytes: Buffer, from: number, depth: number): number => {
  if (depth > deepest) return odd('nested too deeply')
  const byte = bytes[from]
  if (byte === slash) return wordEnd(bytes, from + 1)
  if (byte === open) {
    const end = stringEnd(bytes, from)
    return end < 0 ? odd('a string without end') : end
  }
  if (byte === left) {
    let at = skipSpace(bytes, from + 1)
    while (bytes[at] !== right) at = skipSpace(bytes, valueEnd(bytes, at, depth + 1))
    return at + 1
  }
  if (byte !== less) return wordOrRefEnd(bytes, from)
  if (bytes[from + 1] === less) return dictEnd(bytes, from, depth)
  const end = bytes.indexOf(greater, from)
  return end < 0 ? odd('a string without end') : end + 1
}

const readName = (bytes: Buffer, start: number, end: number): string => {
  const name = bytes.toString('latin1', start + 1, end)
  return name.includes('#')
    ? name.replace(/#([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : name
}

/** Returns the position after a dictionary, without storing its entries. */
const dictEnd = (bytes: Buffer, start: number, depth: number): number => {
  let at = skipSpace(bytes, start + 2)
  while (bytes[at] !== greater) {
    if (bytes[at] !== slash) return odd('a key that is not a name')
    at = skipSpace(bytes, wordEnd(bytes, at + 1))
    at = skipSpace(bytes, valueEnd(bytes, at, depth + 1))
  }
  return bytes[at + 1] === greater ? at + 2 : odd('a dictionary without end')
}

/** Reads the dictionary that begins here. */
export const readDict = (bytes: Buffer, start: number): Dict => {
  if (bytes[start] !== less || bytes[start + 1] !== less) return odd('no dictionary')
  const entries = new Map<string, Entry>()
  let at = skipSpace(bytes, start + 2)
  while (bytes[at] !== greater) {
    if (bytes[at] !== slash) return odd('a key that is not a name')
    const keyStart = at
    const keyEnd = wordEnd(bytes, at + 1)
    const name = readName(bytes, keyStart, keyEnd)
    const valueStart = skipSpace(bytes, keyEnd)
    const end = valueEnd(bytes, valueStart, 1)
    if (entries.has(name)) return odd('a key twice')
    entries.set(name, { bytes, keyStart, start: valueStart, end })
    at = skipSpace(bytes, end)
  }
  if (bytes[at + 1] !== greater) return odd('a dictionary without end')
  return { bytes, start, end: at + 2, entries }
}

/** Reads the value of any kind that begins here. */
export const readValue = (bytes: Buffer, start: number): Value => ({ bytes, start, end: valueEnd(bytes, start, 0) })

export const isDict = ({ bytes, start }: Pick<Value, 'bytes' | 'start'>): boolean =>
  bytes[start] === less && bytes[start + 1] === less
export const isArray = ({ bytes, start }: Value): boolean => bytes[start] === left
export const isNull = ({ bytes, start }: Value): boolean => isWordAt(bytes, start, 'null')

/** Returns the value's source text. */
export const textOf = ({ bytes, start, end }: Value): string => bytes.toString('latin1', start, end)

/** Returns a name without its slash; null for any other value. */
export const toName = ({ bytes, start, end }: Value): string | null =>
  bytes[start] === slash ? readName(bytes, start, end) : null

/** Returns a reference; null for any other value. */
export const toPdfRef = ({ bytes, start, end }: Value): Ref | null => {
  if (bytes[end - 1] !== letterR) return null
  const number = readWhole(bytes, start)
  const generation = number === null ? null : readWhole(bytes, skipSpace(bytes, number.end))
  return number === null || generation === null ? null : { number: number.value, generation: generation.value }
}

/** Returns a number; NaN for any other value. */
export const toFinite = (value: Value): number => {
  const text = textOf(value)
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.NaN
}

/** Returns the elements of an array. */
export const readArray = ({ bytes, start }: Value): readonly Value[] => {
  const elements: Value[] = []
  let at = skipSpace(bytes, start + 1)
  while (bytes[at] !== right) {
    const element = readValue(bytes, at)
    elements.push(element)
    at = skipSpace(bytes, element.end)
  }
  return elements
}
