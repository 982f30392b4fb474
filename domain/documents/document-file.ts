import type { DocumentFileType } from './document.ts'

/**
 * The header of a PDF must be within this number of bytes at the start of a file. Some senders put data before the
 * header.
 * @internal Tests go up to the limit.
 */
export const firstBytesToSniff = 1024

const pdfHead = [0x25, 0x50, 0x44, 0x46, 0x2d]
const pngHead = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const jpegHead = [0xff, 0xd8, 0xff]

const hasBytesAt = (bytes: Uint8Array, head: readonly number[], place: number): boolean =>
  head.every((byte, offset) => bytes[place + offset] === byte)

/**
 * Returns a file's type from its first bytes, whatever type it claims; null if the file is not of a type that can be
 * uploaded.
 */
export const sniffFileType = (bytes: Uint8Array): DocumentFileType | null => {
  if (hasBytesAt(bytes, pngHead, 0)) return 'image/png'
  if (hasBytesAt(bytes, jpegHead, 0)) return 'image/jpeg'
  const last = Math.min(bytes.length, firstBytesToSniff) - pdfHead.length
  for (let place = 0; place <= last; place += 1) {
    if (hasBytesAt(bytes, pdfHead, place)) return 'application/pdf'
  }
  return null
}

/**
 * The maximum number of pixels of one picture: a page scanned at 600 dpi has 34 million. A viewer needs four bytes for
 * each pixel.
 */
export const maxImagePixels = 40_000_000
/**
 * The maximum width and height of a picture in pixels, which is the limit of the JPEG format. It also limits the size
 * of one row of a PNG.
 */
export const maxImageSide = 65_535
