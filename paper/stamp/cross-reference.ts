import {
  type Dict,
  isArray,
  isWordAt,
  odd,
  readArray,
  readDict,
  readWhole,
  skipSpace,
  toFinite,
  type Value,
} from './pdf-syntax.ts'
import { unpack } from './stream-data.ts'

/** The positions of a file's objects, from its newest section and all earlier ones. */
export type CrossReference = {
  /** One more than the highest object number. */
  readonly size: number
  /** 0 unknown, 1 at an offset, 2 in an object stream, 3 free. */
  readonly kinds: Uint8Array
  /** The offset, or the number of the object stream. */
  readonly places: Uint32Array
  /** The generation, or the index within the object stream. */
  readonly details: Uint32Array
  /** The newest section's dictionary, with that section's offset and style. */
  readonly trailer: Dict
  readonly startsAt: number
  readonly style: 'table' | 'stream'
}

/** More objects than any report has. Without a limit, the tables for a false size could fill the memory. */
const maxObjects = 1_000_000
/** Each appending save adds a section. */
const maxSections = 256
/** An entry of a cross-reference stream has about seven bytes. */
const maxStreamBytes = 16 * 1024 * 1024
const rowLength = 20

type Section = { readonly trailer: Dict; readonly style: 'table' | 'stream'; readonly enter: (into: Tables) => void }
type Tables = Pick<CrossReference, 'kinds' | 'places' | 'details' | 'size'>

/** Reads all of a file's cross-reference sections. Throws `OddPdf` when any of them is odd. */
export const readCrossReference = (bytes: Buffer): CrossReference => {
  const startsAt = findStart(bytes)
  const newest = readSection(bytes, startsAt)
  const size = wholeOf(newest.trailer, 'Size') ?? odd('no size')
  if (size > maxObjects) return odd('too many objects')
  const tables = { size, kinds: new Uint8Array(size), places: new Uint32Array(size), details: new Uint32Array(size) }
  const seen = new Set<number>()
  let section: Section | null = newest
  let at = startsAt
  while (section !== null) {
    if (seen.has(at) || seen.size > maxSections) return odd('a cycle of sections')
    seen.add(at)
    if (section.trailer.entries.has('Encrypt')) return odd('encrypted')
    section.enter(tables)
    const previous = wholeOf(section.trailer, 'Prev')
    at = previous ?? 0
    section = previous === null ? null : readSection(bytes, previous)
  }
  return { ...tables, trailer: newest.trailer, startsAt, style: newest.style }
}

/**
 * Returns the offset of the newest section. Throws when objects follow the last `startxref`: a later update may have
 * been cut off.
 */
const findStart = (bytes: Buffer): number => {
  const at = bytes.lastIndexOf('startxref')
  if (at < 0) return odd('no startxref')
  const start = readWhole(bytes, skipSpace(bytes, at + 'startxref'.length)) ?? odd('no offset')
  if (!bytes.includes('%%EOF', start.end, 'latin1')) return odd('no end of file')
  if (bytes.includes(' obj', start.end, 'latin1')) return odd('objects after the end')
  return start.value
}

const wholeOf = (dict: Dict, key: string): number | null => {
  const entry = dict.entries.get(key)
  if (entry === undefined) return null
  const value = toFinite(entry)
  return Number.isInteger(value) && value >= 0 ? value : odd(`${key} is not a number`)
}

const readSection = (bytes: Buffer, from: number): Section => {
  if (from <= 0 || from >= bytes.length) return odd('a section outside the file')
  const at = skipSpace(bytes, from)
  return isWordAt(bytes, at, 'xref') ? readTable(bytes, at + 4) : readStreamSection(bytes, at)
}

/** Enters an object's position. The newest section comes first, so an existing entry stays. */
const put = (into: Tables, number: number, kind: number, place: number, detail: number): void => {
  if (number >= into.size) odd('an object beyond the size')
  if (into.kinds[number] !== 0) return
  into.kinds[number] = kind
  into.places[number] = place
  into.details[number] = detail
}

const digits = (bytes: Buffer, from: number, count: number): number => {
  let value = 0
  for (let at = from; at < from + count; at += 1) {
    const digit = (bytes[at] ?? 0) - 0x30
    if (digit < 0 || digit > 9) return odd('a broken row')
    value = value * 10 + digit
  }
  return value
}

type Run = { readonly first: number; readonly count: number; readonly at: number }

const readTable = (bytes: Buffer, from: number): Section => {
  const runs: Run[] = []
  let at = skipSpace(bytes, from)
  while (!isWordAt(bytes, at, 'trailer')) {
    const first = readWhole(bytes, at) ?? odd('a broken table')
    const count = readWhole(bytes, skipSpace(bytes, first.end)) ?? odd('a broken table')
    const rows = skipSpace(bytes, count.end)
    if (rows + count.value * rowLength > bytes.length) return odd('a table beyond the file')
    runs.push({ first: first.value, count: count.value, at: rows })
    at = skipSpace(bytes, rows + count.value * rowLength)
  }
  const trailer = readDict(bytes, skipSpace(bytes, at + 'trailer'.length))
  const hybrid = wholeOf(trailer, 'XRefStm')
  const eachRow = (into: Tables, letter: 'n' | 'f'): void => {
    for (const { first, count, at: rows } of runs) {
      for (let index = 0; index < count; index += 1) {
        const row = rows + index * rowLength
        const kind = bytes[row + 17]
        if (kind !== 0x6e && kind !== 0x66) odd('a broken row')
        if (kind !== letter.charCodeAt(0)) continue
        const place = digits(bytes, row, 10)
        put(
          into,
          first + index,
          kind === 0x6e ? 1 : 3,
          place < 2 ** 32 ? place : odd('an offset that is too large'),
          digits(bytes, row + 11, 5),
        )
      }
    }
  }
  return {
    trailer,
    style: 'table',
    enter: (into) => {
      eachRow(into, 'n')
      // A hybrid file: its table marks some objects as free so that old readers skip them. New readers find these
      // objects in object streams.
      if (hybrid !== null) readSection(bytes, hybrid).enter(into)
      eachRow(into, 'f')
    },
  }
}

const readStreamSection = (bytes: Buffer, from: number): Section => {
  const { dict, data } = readStreamAt(bytes, readObjectStart(bytes, from), (value) => value)
  const widths = numbersOf(dict.entries.get('W')) ?? odd('no widths')
  const [kindWidth = -1, placeWidth = -1, detailWidth = -1] = widths
  if (widths.length !== 3 || widths.some((width) => width < 0 || width > 6)) return odd('odd widths')
  const runs = numbersOf(dict.entries.get('Index')) ?? [0, wholeOf(dict, 'Size') ?? odd('no size')]
  const rows = unpack(dict, data, maxStreamBytes)
  const length = kindWidth + placeWidth + detailWidth
  const read = (at: number, width: number): number => (width === 0 ? 0 : rows.readUIntBE(at, width))
  const enter = (into: Tables): void => {
    let at = 0
    for (let run = 0; run + 1 < runs.length; run += 2) {
      const [first = 0, count = 0] = [runs[run], runs[run + 1]]
      if (count * length > rows.length - at) odd('a section that is too short')
      for (let number = first; number < first + count; number += 1, at += length) {
        const kind = kindWidth === 0 ? 1 : read(at, kindWidth)
        const place = read(at + kindWidth, placeWidth)
        const detail = read(at + kindWidth + placeWidth, detailWidth)
        if (kind > 2 || place >= 2 ** 32 || detail >= 2 ** 32) odd('an entry of an unknown kind')
        put(into, number, kind === 0 ? 3 : kind, place, detail)
      }
    }
  }
  return { trailer: dict, style: 'stream', enter }
}

const numbersOf = (value: Value | undefined): readonly number[] | null => {
  if (value === undefined || !isArray(value)) return null
  const numbers = readArray(value).map(toFinite)
  return numbers.every((one) => Number.isInteger(one) && one >= 0) ? numbers : odd('values that are not whole numbers')
}

/** Returns the position after an object's start, such as `12 0 obj`. Throws if it is not the `expected` object. */
export const readObjectStart = (
  bytes: Buffer,
  from: number,
  expected?: { readonly number: number; readonly generation: number },
): number => {
  const number = readWhole(bytes, from) ?? odd('no object')
  const generation = readWhole(bytes, skipSpace(bytes, number.end)) ?? odd('no object')
  const at = skipSpace(bytes, generation.end)
  if (!isWordAt(bytes, at, 'obj')) return odd('no object')
  if (expected !== undefined && (expected.number !== number.value || expected.generation !== generation.value))
    return odd('another object')
  return skipSpace(bytes, at + 3)
}

/** Returns the stream whose dictionary begins here, its data still packed. */
export const readStreamAt = (bytes: Buffer, from: number, resolve: (value: Value) => Value): PackedStream =>
  readStreamOf(readDict(bytes, from), resolve) ?? odd('no stream')

/** A stream's dictionary and its packed data, as in the file. */
export type PackedStream = { readonly dict: Dict; readonly data: Buffer }

/**
 * Returns the stream of a dictionary; null when no stream follows the dictionary. `resolve` finds a length that is an
 * object of its own.
 */
export const readStreamOf = (dict: Dict, resolve: (value: Value) => Value): PackedStream | null => {
  const { bytes } = dict
  const word = skipSpace(bytes, dict.end)
  if (!isWordAt(bytes, word, 'stream')) return null
  let at = word + 'stream'.length
  if (bytes[at] === 13) at += 1
  if (bytes[at] !== 10) return odd('no line break before the data of a stream')
  at += 1
  const length = toFinite(resolve(dict.entries.get('Length') ?? odd('no length')))
  if (!Number.isInteger(length) || length < 0 || at + length > bytes.length) return odd('a wrong length')
  let end = at + length
  while (bytes[end] === 13 || bytes[end] === 10) end += 1
  if (!isWordAt(bytes, end, 'endstream')) return odd('a wrong length')
  return { dict, data: bytes.subarray(at, at + length) }
}
