import type { DocumentFileType } from './document.ts'

/** Where the head of a PDF must stand: what sends PDFs may put something before it. */
export const firstBytesToSniff = 1024

const pdfHead = [0x25, 0x50, 0x44, 0x46, 0x2d]
const pngHead = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const jpegHead = [0xff, 0xd8, 0xff]

const standsAt = (bytes: Uint8Array, head: readonly number[], place: number): boolean =>
  head.every((byte, offset) => bytes[place + offset] === byte)

/** What a file is by its first bytes, whatever it calls itself; null for what cannot be uploaded. */
export const sniffFileType = (bytes: Uint8Array): DocumentFileType | null => {
  if (standsAt(bytes, pngHead, 0)) return 'image/png'
  if (standsAt(bytes, jpegHead, 0)) return 'image/jpeg'
  const last = Math.min(bytes.length, firstBytesToSniff) - pdfHead.length
  for (let place = 0; place <= last; place += 1) {
    if (standsAt(bytes, pdfHead, place)) return 'application/pdf'
  }
  return null
}

export type ImageSize = { readonly width: number; readonly height: number }

/** Pixels of one picture: a page scanned at 600 dpi has a third of it, and unpacking it takes 400 MB. */
export const mostImagePixels = 100_000_000

/** The size a PNG's or JPEG's own head says; null where it says none, as in a damaged file. Nothing is unpacked. */
export const readImageSize = (bytes: Uint8Array): ImageSize | null => {
  const size = standsAt(bytes, pngHead, 0) ? readPngSize(bytes) : readJpegSize(bytes)
  return size === null || size.width === 0 || size.height === 0 ? null : size
}

const ihdr = [0x49, 0x48, 0x44, 0x52]

const readPngSize = (bytes: Uint8Array): ImageSize | null => {
  if (bytes.length < 33 || !standsAt(bytes, ihdr, 12)) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return { width: view.getUint32(16), height: view.getUint32(20) }
}

/** Frame heads are 0xC0 to 0xCF but for three that are none. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
/** Markers that stand alone, without a length. */
const isAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)

/** Goes from segment to segment up to the frame's head. */
const readJpegSize = (bytes: Uint8Array): ImageSize | null => {
  if (!standsAt(bytes, jpegHead, 0)) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let place = 2
  while (place + 9 < bytes.length) {
    if (view.getUint8(place) !== 0xff) return null
    const marker = view.getUint8(place + 1)
    // Filling bytes may stand before a marker.
    if (marker === 0xff || isAlone(marker)) {
      place += marker === 0xff ? 1 : 2
      continue
    }
    if (isFrame(marker)) return { height: view.getUint16(place + 5), width: view.getUint16(place + 7) }
    // The picture itself, or its end, without a frame before it.
    if (marker === 0xda || marker === 0xd9) return null
    const length = view.getUint16(place + 2)
    if (length < 2) return null
    place += 2 + length
  }
  return null
}
