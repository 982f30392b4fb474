import type { DocumentFileType } from '#domain/documents/document.ts'
import { maxImagePixels, maxImageSide } from '#domain/documents/document-file.ts'
import { type JpegFile, readJpeg } from './jpeg-file.ts'
import { type PngFile, readPng } from './png-file.ts'
import { BrokenPng, unfoldRows } from './png-rows.ts'

// Security: pictures come from outside, and a few kilobytes of PNG can unpack to gigabytes. Our own code reads them,
// without an image library. It first checks header, checksums and size. Then it unpacks a PNG a few rows at a time, and
// never more than the header declares. It never unpacks a JPEG. pdf-lib's embedPng unpacks the whole picture into
// memory, four bytes a pixel, and compares no checksum.

export type PictureType = Exclude<DocumentFileType, 'application/pdf'>

type PictureFile =
  | ({ readonly kind: 'png' } & PngFile)
  | ({ readonly kind: 'jpeg' } & JpegFile)
  | { readonly kind: 'refused'; readonly reason: 'damaged' | 'too-many-pixels' }

const damaged = { kind: 'refused', reason: 'damaged' } as const

/** Reads a picture's parts and its declared size, without unpacking. */
const readPicture = (bytes: Uint8Array, type: PictureType): PictureFile => {
  const png = type === 'image/png' ? readPng(bytes) : null
  const jpeg = type === 'image/jpeg' ? readJpeg(bytes) : null
  const size = png ?? jpeg
  if (size === null) return damaged
  const { width, height } = size
  if (Math.max(width, height) > maxImageSide || width * height > maxImagePixels) {
    return { kind: 'refused', reason: 'too-many-pixels' }
  }
  return png !== null ? { kind: 'png', ...png } : jpeg !== null ? { kind: 'jpeg', ...jpeg } : damaged
}

/**
 * Returns the picture's parts, or `refused` if the picture is incomplete or over the size limit. Unpacks a PNG, a few
 * rows at a time and never more than its header declares, to check that no row is missing. For a JPEG, checks only the
 * header and the end, because a JPEG is unpacked where it is shown.
 */
export const checkPicture = async (bytes: Uint8Array, type: PictureType): Promise<PictureFile> => {
  const file = readPicture(bytes, type)
  if (file.kind !== 'png') return file
  try {
    for await (const _row of unfoldRows(file)) {
      // `unfoldRows` does the check.
    }
    return file
  } catch (thrown) {
    if (thrown instanceof BrokenPng) return damaged
    throw thrown
  }
}
