import { createHash } from 'node:crypto'
import type { ImageSubject } from '../../outside/results/results.ts'

export const demoSliceCount = 3
const size = 128

/** SOP class of a secondary capture; the transfer syntax below is explicit VR little endian. */
const secondaryCapture = '1.2.840.10008.5.1.4.1.1.7'
const explicitLittleEndian = '1.2.840.10008.1.2.1'

type Vr = 'CS' | 'DA' | 'IS' | 'LO' | 'LT' | 'OB' | 'PN' | 'SH' | 'TM' | 'UI' | 'UL' | 'US'
type Element = readonly [group: number, element: number, vr: Vr, value: string | number | Uint8Array]

/** Returns the demo's images of a study: made up, but valid files of DICOM part 10. */
export const createDemoSlices = (subject: ImageSubject): readonly Uint8Array[] =>
  Array.from({ length: demoSliceCount }, (_, index) => createSlice(subject, index + 1))

const createSlice = (subject: ImageSubject, number: number): Uint8Array => {
  const instance = toUid(`${subject.studyID} slice ${number}`)
  const meta: readonly Element[] = [
    [0x0002, 0x0001, 'OB', Uint8Array.of(0, 1)],
    [0x0002, 0x0002, 'UI', secondaryCapture],
    [0x0002, 0x0003, 'UI', instance],
    [0x0002, 0x0010, 'UI', explicitLittleEndian],
    [0x0002, 0x0012, 'UI', toUid('Atrium')],
    [0x0002, 0x0013, 'SH', 'ATRIUM'],
  ]
  const metaBytes = Buffer.concat(meta.map(encode))
  const data: readonly Element[] = [
    [0x0008, 0x0005, 'CS', 'ISO_IR 192'],
    [0x0008, 0x0016, 'UI', secondaryCapture],
    [0x0008, 0x0018, 'UI', instance],
    [0x0008, 0x0020, 'DA', subject.date.replaceAll('-', '')],
    [0x0008, 0x0030, 'TM', ''],
    [0x0008, 0x0050, 'SH', ''],
    [0x0008, 0x0060, 'CS', 'OT'],
    [0x0008, 0x0064, 'CS', 'WSD'],
    [0x0008, 0x0090, 'PN', ''],
    [0x0010, 0x0010, 'PN', `${toNamePart(subject.lastname)}^${toNamePart(subject.firstname)}`],
    [0x0010, 0x0020, 'LO', toText(subject.memberID, 64)],
    [0x0010, 0x0030, 'DA', subject.dob.replaceAll('-', '')],
    [0x0010, 0x0040, 'CS', subject.sex === 'female' ? 'F' : 'M'],
    [0x0020, 0x000d, 'UI', toUid(subject.studyID)],
    [0x0020, 0x000e, 'UI', toUid(`${subject.studyID} series 1`)],
    [0x0020, 0x0010, 'SH', toText(subject.studyID, 16)],
    [0x0020, 0x0011, 'IS', '1'],
    [0x0020, 0x0013, 'IS', String(number)],
    [0x0020, 0x4000, 'LT', 'Sample image. Fictional data.'],
    [0x0028, 0x0002, 'US', 1],
    [0x0028, 0x0004, 'CS', 'MONOCHROME2'],
    [0x0028, 0x0010, 'US', size],
    [0x0028, 0x0011, 'US', size],
    [0x0028, 0x0100, 'US', 8],
    [0x0028, 0x0101, 'US', 8],
    [0x0028, 0x0102, 'US', 7],
    [0x0028, 0x0103, 'US', 0],
    [0x7fe0, 0x0010, 'OB', drawDots(number)],
  ]
  return Buffer.concat([
    Buffer.alloc(128),
    Buffer.from('DICM', 'latin1'),
    encode([0x0002, 0x0000, 'UL', metaBytes.length]),
    metaBytes,
    ...data.map(encode),
  ])
}

/** Draws an oval that is larger in the middle slice than in the others. */
const drawDots = (number: number): Uint8Array => {
  const dots = new Uint8Array(size * size)
  const radius = number === 2 ? 52 : 40
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const distance = Math.hypot((x - size / 2) / 0.8, y - size / 2)
      dots[y * size + x] = distance > radius ? 0 : Math.round(220 - (distance / radius) * 120)
    }
  }
  return dots
}

const encode = ([group, element, vr, value]: Element): Buffer => {
  const bytes = valueBytes(vr, value)
  // After the type OB come two zero bytes and a length field of four bytes. After every other type used in this file
  // comes a length field of two bytes.
  const head = Buffer.alloc(vr === 'OB' ? 12 : 8)
  head.writeUInt16LE(group, 0)
  head.writeUInt16LE(element, 2)
  head.write(vr, 4, 'latin1')
  if (vr === 'OB') head.writeUInt32LE(bytes.length, 8)
  else head.writeUInt16LE(bytes.length, 6)
  return Buffer.concat([head, bytes])
}

const valueBytes = (vr: Vr, value: Element[3]): Buffer => {
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(vr === 'UL' ? 4 : 2)
    if (vr === 'UL') bytes.writeUInt32LE(value)
    else bytes.writeUInt16LE(value)
    return bytes
  }
  const bytes = Buffer.from(value)
  // Every value has an even length: an id is padded with a zero, text with a space.
  const filler = vr === 'UI' || vr === 'OB' ? 0x00 : 0x20
  return bytes.length % 2 === 0 ? bytes : Buffer.concat([bytes, Buffer.from([filler])])
}

/** Returns a UID under the root for UUIDs (2.25), made from a hash: a study has the same UIDs on every disc. */
const toUid = (text: string): string =>
  `2.25.${BigInt(`0x${createHash('sha256').update(text).digest('hex').slice(0, 32)}`)}`

/**
 * Replaces each separator of DICOM with a space: `^` between a name's parts, `=` between its alphabets, `\` between
 * values.
 */
const toNamePart = (text: string): string => toText(text.replace(/[\\^=]/g, ' '), 30)

const toText = (text: string, most: number): string =>
  [...text.replace(/[\\\p{C}]/gu, ' ').trim()].slice(0, most).join('')
