/** Fields of ISO 9660 (ECMA-119); numbers in brackets are its clauses. */
export const sectorSize = 2048

/** Writes fields into one structure of a fixed length. */
type RecordWriter = {
  readonly bytes: Uint8Array
  byte(at: number, value: number): void
  /** Writes a number in both byte orders (7.2.3, 7.3.3). */
  both16(at: number, value: number): void
  both32(at: number, value: number): void
  little32(at: number, value: number): void
  big32(at: number, value: number): void
  put(at: number, value: Uint8Array): void
  /** Writes ASCII, padded with spaces. */
  text(at: number, length: number, value: string): void
}

const createRecord = (length: number): RecordWriter => {
  const bytes = new Uint8Array(length)
  const view = new DataView(bytes.buffer)
  return {
    bytes,
    byte: (at, value) => view.setUint8(at, value),
    both16: (at, value) => {
      view.setUint16(at, value, true)
      view.setUint16(at + 2, value)
    },
    both32: (at, value) => {
      view.setUint32(at, value, true)
      view.setUint32(at + 4, value)
    },
    little32: (at, value) => view.setUint32(at, value, true),
    big32: (at, value) => view.setUint32(at, value),
    put: (at, value) => bytes.set(value, at),
    text: (at, width, value) => {
      bytes.fill(0x20, at, at + width)
      bytes.set(new TextEncoder().encode(value).subarray(0, width), at)
    },
  }
}

/** Encodes text for Joliet: two octets a character, the higher first. */
export const toUcs2 = (text: string): Uint8Array => {
  const record = new Uint8Array(text.length * 2)
  for (let index = 0; index < text.length; index += 1) {
    record[index * 2] = text.charCodeAt(index) >> 8
    record[index * 2 + 1] = text.charCodeAt(index) & 0xff
  }
  return record
}

export const fromUcs2 = (bytes: Uint8Array): string => {
  let text = ''
  for (let index = 0; index + 1 < bytes.length; index += 2)
    text += String.fromCharCode(((bytes[index] ?? 0) << 8) | (bytes[index + 1] ?? 0))
  return text
}

/** Encodes a time to the second, in UTC (9.1.5). */
const shortDate = (at: Date): Uint8Array =>
  Uint8Array.of(
    at.getUTCFullYear() - 1900,
    at.getUTCMonth() + 1,
    at.getUTCDate(),
    at.getUTCHours(),
    at.getUTCMinutes(),
    at.getUTCSeconds(),
    0,
  )

/** Encodes a time for a volume (8.4.26.1). */
const longDate = (at: Date): string => `${at.toISOString().replaceAll(/\D/g, '').slice(0, 14)}00\0`

export type Extent = { readonly sector: number; readonly size: number }

/** Returns a directory record (9.1). */
export const directoryRecord = (identifier: Uint8Array, extent: Extent, isFolder: boolean, at: Date): Uint8Array => {
  const length = 33 + identifier.length + (identifier.length % 2 === 0 ? 1 : 0)
  const record = createRecord(length)
  record.byte(0, length)
  record.both32(2, extent.sector)
  record.both32(10, extent.size)
  record.put(18, shortDate(at))
  record.byte(25, isFolder ? 2 : 0)
  record.both16(28, 1)
  record.byte(32, identifier.length)
  record.put(33, identifier)
  return record.bytes
}

export type VolumeParts = {
  readonly name: string
  readonly isJoliet: boolean
  readonly sectors: number
  readonly root: Extent
  readonly pathTable: { readonly size: number; readonly little: number; readonly big: number }
  readonly at: Date
}

/** Returns a volume descriptor, primary (8.4) or supplementary (8.5) with Joliet's escape sequence of level 3. */
export const volumeDescriptor = (parts: VolumeParts): Uint8Array => {
  const { name, isJoliet, sectors, root, pathTable, at } = parts
  const record = createRecord(sectorSize)
  const text = (where: number, length: number, value: string): void => {
    // The rest of the field is padded with spaces, of two octets each in Joliet.
    if (!isJoliet) record.text(where, length, value)
    else record.put(where, toUcs2(value.padEnd(length >> 1).slice(0, length >> 1)))
  }
  record.byte(0, isJoliet ? 2 : 1)
  record.text(1, 5, 'CD001')
  record.byte(6, 1)
  text(8, 32, '')
  text(40, 32, isJoliet ? name : name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_'))
  record.both32(80, sectors)
  if (isJoliet) record.text(88, 3, '%/E')
  record.both16(120, 1)
  record.both16(124, 1)
  record.both16(128, sectorSize)
  record.both32(132, pathTable.size)
  record.little32(140, pathTable.little)
  record.big32(148, pathTable.big)
  record.put(156, directoryRecord(Uint8Array.of(0), root, true, at))
  for (const where of [190, 318, 446]) text(where, 128, '')
  text(574, 128, 'ATRIUM')
  for (const where of [702, 739, 776]) text(where, 37, '')
  record.text(813, 17, longDate(at))
  record.text(830, 17, longDate(at))
  record.text(847, 17, `${'0'.repeat(16)}\0`)
  record.text(864, 17, `${'0'.repeat(16)}\0`)
  record.byte(881, 1)
  return record.bytes
}

/** Returns the record that ends the list of descriptors (8.3). */
export const endOfDescriptors = (): Uint8Array => {
  const record = createRecord(sectorSize)
  record.byte(0, 255)
  record.text(1, 5, 'CD001')
  record.byte(6, 1)
  return record.bytes
}
