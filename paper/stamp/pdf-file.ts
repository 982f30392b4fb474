import {
  type CrossReference,
  type PackedStream,
  readCrossReference,
  readObjectStart,
  readStreamAt,
  readStreamOf,
} from './cross-reference.ts'
import {
  type Dict,
  isDict,
  isNull,
  odd,
  type Ref,
  readDict,
  readValue,
  readWhole,
  skipSpace,
  toPdfRef,
  type Value,
} from './pdf-syntax.ts'
import { unpack } from './stream-data.ts'

/** A sound file whose objects are found through its own tables. Every method throws for anything odd. */
export type PdfFile = {
  readonly bytes: Buffer
  readonly crossReference: CrossReference
  /** Returns the object; the PDF value `null` for a free or missing object, as the standard requires. */
  object(ref: Ref): Value
  /** Returns a value itself, or the object that it refers to. */
  resolve(value: Value): Value
  /** Returns the dictionary of a value; null for undefined and for any other value. */
  dictOf(value: Value | undefined): Dict | null
  /** Returns an object's dictionary, including that of a stream; null for other objects. */
  dictAt(ref: Ref): Dict | null
  /** Returns an object's stream; null for other objects. */
  stream(ref: Ref): PackedStream | null
  /** Returns the references of all objects that are not in an object stream, among them every stream. */
  ownObjects(): Iterable<Ref>
}

/** Limit for one object stream, and for all of them together. */
const maxUnpackedBytes = 32 * 1024 * 1024
const maxPacked = 100_000
const maxWay = 16
const nothing: Value = { bytes: Buffer.from('null'), start: 0, end: 4 }

type Packed = { readonly bytes: Buffer; readonly numbers: readonly number[]; readonly places: readonly number[] }

/**
 * Opens a sound file that is not encrypted and has every object at its listed position. Throws `OddPdf` for any other
 * file, and `PdfBomb` if its tables or object streams unpack to an excessive size.
 */
export const openPdfFile = (bytes: Buffer): PdfFile => {
  // Bytes before the header shift every offset, and readers count them differently.
  if (bytes.indexOf('%PDF-') !== 0) return odd('bytes before the header')
  const crossReference = readCrossReference(bytes)
  const { kinds, places, details, size } = crossReference
  for (let number = 0; number < size; number += 1) {
    if (kinds[number] === 1) readObjectStart(bytes, places[number] ?? 0, { number, generation: details[number] ?? 0 })
  }
  const packed = new Map<number, Packed>()
  /** Detects an object stream whose own length is an object inside it. */
  const unpacking = new Set<number>()
  let unpackedBytes = 0

  const refOf = (number: number): Ref => ({ number, generation: details[number] ?? 0 })
  const startOf = (ref: Ref): number => readObjectStart(bytes, places[ref.number] ?? 0, ref)
  const isOwn = ({ number, generation }: Ref): boolean => kinds[number] === 1 && details[number] === generation

  const unpackObjects = (number: number): Packed => {
    const known = packed.get(number)
    if (known !== undefined) return known
    if (kinds[number] !== 1 || unpacking.has(number)) return odd('a missing object stream')
    unpacking.add(number)
    const { dict, data } = readStreamAt(bytes, startOf(refOf(number)), resolve)
    const plain = unpack(dict, data, maxUnpackedBytes)
    unpackedBytes += plain.length
    if (unpackedBytes > maxUnpackedBytes) return odd('too much in object streams')
    const [count, first] = ['N', 'First'].map((key) => wholeOf(dict.entries.get(key)))
    if (count === undefined || first === undefined || count > maxPacked) return odd('an odd object stream')
    const numbers: number[] = []
    const starts: number[] = []
    let at = 0
    for (let index = 0; index < count; index += 1) {
      const which = readWhole(plain, skipSpace(plain, at)) ?? odd('a broken object stream')
      const where = readWhole(plain, skipSpace(plain, which.end)) ?? odd('a broken object stream')
      numbers.push(which.value)
      starts.push(first + where.value)
      at = where.end
    }
    const objects = { bytes: plain, numbers, places: starts }
    packed.set(number, objects)
    unpacking.delete(number)
    return objects
  }
  const wholeOf = (value: Value | undefined): number => {
    const found = value === undefined ? odd('no number') : resolve(value)
    return (readWhole(found.bytes, found.start) ?? odd('no number')).value
  }
  /** Returns an object's start, without reading to its end. */
  const find = (ref: Ref): { readonly bytes: Buffer; readonly start: number } => {
    if (kinds[ref.number] !== 2 || ref.generation !== 0) return isOwn(ref) ? { bytes, start: startOf(ref) } : nothing
    const { bytes: plain, numbers, places: starts } = unpackObjects(places[ref.number] ?? 0)
    const index = details[ref.number] ?? 0
    const start = starts[index]
    if (numbers[index] !== ref.number || start === undefined) return odd('an object stream without the object')
    return { bytes: plain, start: skipSpace(plain, start) }
  }
  const object = (ref: Ref): Value => {
    const found = find(ref)
    return readValue(found.bytes, found.start)
  }
  const resolve = (value: Value): Value => {
    let found = value
    for (let way = 0; way < maxWay; way += 1) {
      const ref = toPdfRef(found)
      if (ref === null) return found
      found = object(ref)
    }
    return odd('a cycle of references')
  }
  return {
    bytes,
    crossReference,
    object,
    resolve,
    dictOf: (value) => {
      const found = value === undefined ? nothing : resolve(value)
      if (isNull(found)) return null
      return isDict(found) ? readDict(found.bytes, found.start) : null
    },
    dictAt: (ref) => {
      const found = find(ref)
      return isDict(found) ? readDict(found.bytes, found.start) : null
    },
    stream: (ref) => {
      const found = find(ref)
      return isOwn(ref) && isDict(found) ? readStreamOf(readDict(bytes, found.start), resolve) : null
    },
    *ownObjects() {
      for (let number = 0; number < size; number += 1) if (kinds[number] === 1) yield refOf(number)
    },
  }
}
