import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeIpp, encodeIpp } from '#paper/ipp/ipp-codec.ts'
import {
  attributesOf,
  boolean,
  collection,
  enumerated,
  groupTags,
  type IppAttributes,
  type IppGroupTag,
  type IppMessage,
  type IppValue,
  integer,
  keyword,
  keywords,
  name,
  text,
  uri,
} from '#paper/ipp/ipp-value.ts'

const utf8 = new TextEncoder()
const bytesOf = (...parts: readonly (number | string)[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...utf8.encode(part)] : [part])))

const message = (attributes: IppAttributes, tag: IppGroupTag = 'job'): IppMessage => ({
  version: [2, 0],
  code: 2,
  requestID: 1,
  groups: [{ tag, attributes }],
  data: new Uint8Array(),
})

const decoded = (bytes: Uint8Array): IppMessage => {
  const result = decodeIpp(bytes)
  if (!result.ok) throw new Error(result.reason)
  return result.message
}

describe('ipp-codec', () => {
  // RFC 8010 appendix A.1, octet by octet.
  const printJob = bytesOf(
    ...[0x01, 0x01, 0x00, 0x02, 0x00, 0x00, 0x00, 0x01, 0x01],
    ...[0x47, 0x00, 0x12, 'attributes-charset', 0x00, 0x05, 'utf-8'],
    ...[0x48, 0x00, 0x1b, 'attributes-natural-language', 0x00, 0x05, 'en-us'],
    ...[0x45, 0x00, 0x0b, 'printer-uri', 0x00, 0x2c, 'ipp://printer.example.com/ipp/print/pinetree'],
    ...[0x42, 0x00, 0x08, 'job-name', 0x00, 0x06, 'foobar'],
    ...[0x22, 0x00, 0x16, 'ipp-attribute-fidelity', 0x00, 0x01, 0x01],
    0x02,
    ...[0x21, 0x00, 0x06, 'copies', 0x00, 0x04, 0x00, 0x00, 0x00, 0x14],
    ...[0x44, 0x00, 0x05, 'sides', 0x00, 0x13, 'two-sided-long-edge'],
    0x03,
    '%!PDF...',
  )

  it("reads and writes the standard's own example of a Print-Job, octet by octet", () => {
    const read = decoded(printJob)
    expect(read).toMatchObject({ version: [1, 1], code: 2, requestID: 1 })
    expect(read.groups.map(({ tag }) => tag)).toEqual(['operation', 'job'])
    expect(read.groups[0]?.attributes.get('job-name')).toEqual([{ tag: 'name', value: 'foobar' }])
    expect(read.groups[1]?.attributes.get('copies')).toEqual([{ tag: 'integer', value: 20 }])
    expect(new TextDecoder().decode(read.data)).toBe('%!PDF...')
    expect(encodeIpp(read)).toEqual(printJob)
  })

  it("reads the standard's own example of a collection (RFC 8010 appendix A.7)", () => {
    const size = bytesOf(
      ...[0x34, 0, 9, 'media-col', 0, 0],
      ...[0x4a, 0, 0, 0, 10, 'media-size', 0x34, 0, 0, 0, 0],
      ...[0x4a, 0, 0, 0, 11, 'x-dimension', 0x21, 0, 0, 0, 4, 0, 0, 0x52, 0x08],
      ...[0x4a, 0, 0, 0, 11, 'y-dimension', 0x21, 0, 0, 0, 4, 0, 0, 0x74, 0x04],
      ...[0x37, 0, 0, 0, 0, 0x37, 0, 0, 0, 0],
    )
    const read = decoded(bytesOf(2, 0, 0, 2, 0, 0, 0, 1, 2, ...size, 3))
    expect(read.groups[0]?.attributes.get('media-col')).toEqual([
      collection(
        attributesOf({
          'media-size': collection(attributesOf({ 'x-dimension': integer(21000), 'y-dimension': integer(29700) })),
        }),
      ),
    ])
    expect(encodeIpp(read)).toEqual(bytesOf(2, 0, 0, 2, 0, 0, 0, 1, 2, ...size, 3))
  })

  it('reads a text with its language, a time with its zone and out-of-band values', () => {
    const fields = bytesOf(
      ...[0x35, 0, 1, 't', 0, 8, 0, 2, 'en', 0, 2, 'hi'],
      ...[0x31, 0, 1, 'd', 0, 11, 0x07, 0xe9, 6, 1, 12, 30, 15, 5, '-', 7, 0],
      ...[0x13, 0, 1, 'n', 0, 0],
      ...[0x7f, 0, 1, 'x', 0, 4, 0, 0, 0, 9],
    )
    const attributes = decoded(bytesOf(2, 0, 0, 0, 0, 0, 0, 1, 4, ...fields, 3)).groups[0]?.attributes
    expect(attributes?.get('t')).toEqual([text('hi')])
    expect(attributes?.get('d')).toEqual([{ tag: 'dateTime', value: new Date('2025-06-01T19:30:15.500Z') }])
    expect(attributes?.get('n')).toEqual([{ tag: 'no-value' }])
    expect(attributes?.get('x')).toEqual([{ tag: 'octets', code: 0x7f, value: Uint8Array.of(0, 0, 0, 9) }])
  })

  it('skips a group of a later standard, and refuses a message that is cut off, is nested too deeply or does not begin with a group', () => {
    const head = [2, 0, 0, 0, 0, 0, 0, 1]
    expect(decoded(bytesOf(...head, 0x0a, 0x21, 0, 1, 'a', 0, 4, 0, 0, 0, 1, 4, 3)).groups).toEqual([
      { tag: 'printer', attributes: new Map() },
    ])
    const nested = bytesOf(
      ...head,
      2,
      0x34,
      0,
      1,
      'c',
      0,
      0,
      ...Array(2000).fill([0x4a, 0, 0, 0, 1, 'm', 0x34, 0, 0, 0, 0]).flat(),
    )
    for (const broken of [bytesOf(2, 0), bytesOf(...head), bytesOf(...head, 0x21), nested, printJob.subarray(0, 90)])
      expect(decodeIpp(broken).ok).toBe(false)
  })

  it('cuts a name to at most 255 octets, without splitting a character', () => {
    const read = decoded(encodeIpp(message(attributesOf({ 'job-name': name(`${'a'.repeat(254)}é`) }))))
    expect(read.groups[0]?.attributes.get('job-name')).toEqual([name('a'.repeat(254))])
  })

  const leaf: fc.Arbitrary<IppValue> = fc.oneof(
    fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }).map(integer),
    fc.integer({ min: 0, max: 99 }).map(enumerated),
    fc.boolean().map(boolean),
    fc.string({ unit: 'grapheme', maxLength: 20 }).map(text),
    fc.string({ maxLength: 20 }).map(keyword),
    fc.webUrl().map(uri),
    fc
      .date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
      .map((at): IppValue => ({ tag: 'dateTime', value: new Date(Math.floor(at.getTime() / 100) * 100) })),
    fc.tuple(fc.nat(), fc.nat()).map(([from, to]): IppValue => ({ tag: 'range', from, to })),
    fc
      .tuple(fc.nat(), fc.nat(), fc.constantFrom('dpi', 'dpcm'))
      .map(([x, y, unit]): IppValue => ({ tag: 'resolution', x, y, unit })),
    fc.constantFrom('unsupported', 'unknown', 'no-value').map((tag): IppValue => ({ tag })),
  )
  const { attributes } = fc.letrec<{ attributes: IppAttributes; value: IppValue }>((tie) => ({
    value: fc.oneof({ depthSize: 'small', withCrossShrink: true }, leaf, tie('attributes').map(collection)),
    attributes: fc
      .array(
        fc.tuple(
          fc.string({ minLength: 1, maxLength: 10 }).map((key) => key.replaceAll(/\s/g, '-')),
          fc.array(tie('value'), { minLength: 1, maxLength: 3 }),
        ),
        { maxLength: 4 },
      )
      .map((pairs) => new Map(pairs)),
  }))

  it('reads back what it wrote', () => {
    fc.assert(
      fc.property(
        attributes.filter((made) => depthOf(made) < 10),
        fc.constantFrom(...(Object.keys(groupTags) as IppGroupTag[])),
        fc.uint8Array({ maxLength: 30 }),
        (made, tag, data) => {
          const sent = { ...message(made, tag), data }
          expect(decoded(encodeIpp(sent))).toEqual(sent)
        },
      ),
    )
  })

  it('never throws, for random bytes and for messages with a few changed bytes', () => {
    const whole = encodeIpp(
      message(attributesOf({ a: keywords('x', 'y'), c: collection(attributesOf({ m: integer(1) })) })),
    )
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        decodeIpp(bytes)
        decodeIpp(Uint8Array.of(2, 0, 0, 0, 0, 0, 0, 1, 2, ...bytes))
      }),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 4 }), (turned) => {
        const bytes = whole.slice()
        for (const [at, value] of turned) bytes[at] = value
        const read = decodeIpp(bytes)
        if (read.ok) encodeIpp(read.message)
      }),
    )
  })
})

const depthOf = (attributes: IppAttributes): number =>
  1 +
  Math.max(
    0,
    ...[...attributes.values()].flat().map((value) => (value.tag === 'collection' ? depthOf(value.value) : 0)),
  )
