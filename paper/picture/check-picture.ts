import type { DocumentFileType } from '#domain/documents/document.ts'
import { mostImagePixels, mostImageSide } from '#domain/documents/document-file.ts'
import { type JpegFile, readJpeg } from './jpeg-file.ts'
import { type PngFile, readPng } from './png-file.ts'
import { BrokenPng, unfoldRows } from './png-rows.ts'

// Security: pictures come from outside, and a few kilobytes of PNG can unpack to gigabytes. So they are read by our own code and
// by no decoder: what its head, checksums or size refuse is never unpacked, and a PNG is unfolded a few rows at a time, no further
// than its head says. pdf-lib's embedPng unpacks the whole picture into memory, four bytes a dot, and compares no checksum.

export type PictureType = Exclude<DocumentFileType, 'application/pdf'>

type PictureFile =
  | ({ readonly kind: 'png' } & PngFile)
  | ({ readonly kind: 'jpeg' } & JpegFile)
  | { readonly kind: 'refused'; readonly reason: 'damaged' | 'too-many-pixels' }

const damaged = { kind: 'refused', reason: 'damaged' } as const

/** Reads a picture's parts and how large it says it is; nothing is unpacked. */
const readPicture = (bytes: Uint8Array, type: PictureType): PictureFile => {
  const png = type === 'image/png' ? readPng(bytes) : null
  const jpeg = type === 'image/jpeg' ? readJpeg(bytes) : null
  const size = png ?? jpeg
  if (size === null) return damaged
  const { width, height } = size
  if (Math.max(width, height) > mostImageSide || width * height > mostImagePixels) {
    return { kind: 'refused', reason: 'too-many-pixels' }
  }
  return png !== null ? { kind: 'png', ...png } : jpeg !== null ? { kind: 'jpeg', ...jpeg } : damaged
}

/**
 * Whether a picture is whole, and no larger than is taken. A PNG is unfolded to count it, at most a few rows of it at a time and no
 * further than its head says; a JPEG is looked at for its head and end, as its picture is unpacked only where it is shown.
 */
export const checkPicture = async (bytes: Uint8Array, type: PictureType): Promise<PictureFile> => {
  const file = readPicture(bytes, type)
  if (file.kind !== 'png') return file
  try {
    for await (const _row of unfoldRows(file)) {
      // Counted by who unfolds.
    }
    return file
  } catch (thrown) {
    if (thrown instanceof BrokenPng) return damaged
    throw thrown
  }
}
