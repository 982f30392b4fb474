import type { IppTextTag, IppValue } from './ipp-value.ts'

/** A value on the wire: its syntax tag and its bytes. */
type WireValue = { readonly tag: number; readonly bytes: Uint8Array }

const textTags: { readonly [Tag in IppTextTag]: number } = {
  text: 0x41,
  name: 0x42,
  keyword: 0x44,
  uri: 0x45,
  uriScheme: 0x46,
  charset: 0x47,
  language: 0x48,
  mimeType: 0x49,
  memberName: 0x4a,
}
const textNames = new Map<number, IppTextTag>(
  Object.entries(textTags).map(([name, code]) => [code, name as IppTextTag]),
)
const outOfBand = { unsupported: 0x10, unknown: 0x12, 'no-value': 0x13 } as const
const outOfBandNames = new Map<number, keyof typeof outOfBand>(
  Object.entries(outOfBand).map(([name, code]) => [code, name as keyof typeof outOfBand]),
)
const textWithLanguage = 0x35
const nameWithLanguage = 0x36
const units = { dpi: 3, dpcm: 4 } as const

const utf8 = new TextEncoder()
const fromUtf8 = new TextDecoder()
/** The longest text of each kind, in octets (RFC 8011 §5.1). Longer names and texts are cut at a whole character. */
const maxOctets = { name: 255, text: 1023 } as const

/** Encodes any value but a collection, which the message codec handles. */
export const encodeValue = (value: Exclude<IppValue, { readonly tag: 'collection' }>): WireValue => {
  switch (value.tag) {
    case 'integer':
      return { tag: 0x21, bytes: int32s(value.value) }
    case 'enum':
      return { tag: 0x23, bytes: int32s(value.value) }
    case 'boolean':
      return { tag: 0x22, bytes: Uint8Array.of(value.value ? 1 : 0) }
    case 'dateTime':
      return { tag: 0x31, bytes: encodeDateTime(value.value) }
    case 'resolution':
      return { tag: 0x32, bytes: Uint8Array.of(...int32s(value.x, value.y), units[value.unit]) }
    case 'range':
      return { tag: 0x33, bytes: int32s(value.from, value.to) }
    case 'octets':
      return { tag: value.code, bytes: value.value }
    case 'unsupported':
    case 'unknown':
    case 'no-value':
      return { tag: outOfBand[value.tag], bytes: new Uint8Array() }
    case 'name':
    case 'text':
      return { tag: textTags[value.tag], bytes: cut(value.value, maxOctets[value.tag]) }
    default:
      return { tag: textTags[value.tag], bytes: utf8.encode(value.value) }
  }
}

const cut = (text: string, most: number): Uint8Array => {
  let bytes = utf8.encode(text)
  for (const all = [...text]; bytes.length > most; bytes = utf8.encode(all.join(''))) all.pop()
  return bytes
}

const int32s = (...values: readonly number[]): Uint8Array => {
  const view = new DataView(new ArrayBuffer(values.length * 4))
  for (const [index, value] of values.entries()) view.setInt32(index * 4, value)
  return new Uint8Array(view.buffer)
}

/** Encodes a time in UTC, to a tenth of a second (RFC 2579 DateAndTime). */
const encodeDateTime = (at: Date): Uint8Array => {
  const year = at.getUTCFullYear()
  return Uint8Array.of(
    year >> 8,
    year & 0xff,
    at.getUTCMonth() + 1,
    at.getUTCDate(),
    at.getUTCHours(),
    at.getUTCMinutes(),
    at.getUTCSeconds(),
    Math.floor(at.getUTCMilliseconds() / 100),
    '+'.charCodeAt(0),
    0,
    0,
  )
}

/**
 * Decodes a value. Bytes that do not match their syntax are returned unchanged, so that one invalid value does not hide
 * the others.
 */
export const decodeValue = ({ tag, bytes }: WireValue): IppValue => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const texts = textNames.get(tag)
  if (texts !== undefined) return { tag: texts, value: fromUtf8.decode(bytes) }
  const without = outOfBandNames.get(tag)
  if (without !== undefined) return { tag: without }
  const odd: IppValue = { tag: 'octets', code: tag, value: bytes.slice() }
  switch (tag) {
    case 0x21:
    case 0x23:
      return bytes.length === 4 ? { tag: tag === 0x21 ? 'integer' : 'enum', value: view.getInt32(0) } : odd
    case 0x22:
      return bytes.length === 1 ? { tag: 'boolean', value: bytes[0] !== 0 } : odd
    case 0x31:
      return decodeDateTime(bytes) ?? odd
    case 0x32: {
      const unit = bytes[8] === units.dpi ? 'dpi' : bytes[8] === units.dpcm ? 'dpcm' : null
      return bytes.length === 9 && unit !== null
        ? { tag: 'resolution', x: view.getInt32(0), y: view.getInt32(4), unit }
        : odd
    }
    case 0x33:
      return bytes.length === 8 ? { tag: 'range', from: view.getInt32(0), to: view.getInt32(4) } : odd
    case textWithLanguage:
    case nameWithLanguage:
      return decodeWithLanguage(tag === textWithLanguage ? 'text' : 'name', view) ?? odd
    default:
      return odd
  }
}

const decodeWithLanguage = (tag: 'text' | 'name', view: DataView): IppValue | null => {
  if (view.byteLength < 4) return null
  const textAt = 2 + view.getUint16(0)
  if (textAt + 2 > view.byteLength) return null
  const length = view.getUint16(textAt)
  if (textAt + 2 + length !== view.byteLength) return null
  return { tag, value: fromUtf8.decode(new Uint8Array(view.buffer, view.byteOffset + textAt + 2, length)) }
}

const decodeDateTime = (bytes: Uint8Array): IppValue | null => {
  if (bytes.length !== 11) return null
  const [high = 0, low = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, tenth = 0, sign = 0, zh = 0, zm = 0] =
    bytes
  if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 23 || minute > 59 || second > 60 || tenth > 9)
    return null
  const away = (zh * 60 + zm) * 60_000 * (sign === '-'.charCodeAt(0) ? -1 : 1)
  return {
    tag: 'dateTime',
    value: new Date(Date.UTC(high * 256 + low, month - 1, day, hour, minute, second, tenth * 100) - away),
  }
}
