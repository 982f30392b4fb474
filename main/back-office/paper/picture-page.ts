import { PDFDocument } from 'pdf-lib'
import { type DrawnPdf, drawInThread } from '../../paper/draw-in-thread.ts'

export type PictureWorkerData = { readonly bytes: Uint8Array; readonly contentType: string }

// US letter, in points; the top is left to the stamp.
const page = { width: 612, height: 792 }
const margin = 36
const aboveHeight = 60
/** A PNG is unpacked to be put on a page: four bytes for each of so many dots. */
const mostDots = 40_000_000

/** Width and height a PNG says it has; null where it is none. */
export const pngSize = (bytes: Uint8Array): { readonly width: number; readonly height: number } | null => {
  if (bytes.length < 24 || bytes[0] !== 0x89 || bytes[1] !== 0x50) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return { width: view.getUint32(16), height: view.getUint32(20) }
}

/** Whether a picture can be put on a page: JPEG as it is, PNG up to a size that is unpacked without harm. */
export const canDrawPicture = (bytes: Uint8Array, contentType: string): boolean => {
  if (contentType === 'image/jpeg') return true
  const size = contentType === 'image/png' ? pngSize(bytes) : null
  return size !== null && size.width > 0 && size.height > 0 && size.width * size.height <= mostDots
}

/** One page with the picture as large as it fits, lying where the page is wider than high. */
export const drawPicturePage = async (bytes: Uint8Array, contentType: string): Promise<DrawnPdf> => {
  const document = await PDFDocument.create({ updateMetadata: false })
  const picture = contentType === 'image/png' ? await document.embedPng(bytes) : await document.embedJpg(bytes)
  const isLying = picture.width > picture.height
  const sheet = isLying ? { width: page.height, height: page.width } : page
  const room = { width: sheet.width - 2 * margin, height: sheet.height - 2 * margin - aboveHeight }
  const { width, height } = picture.scaleToFit(room.width, room.height)
  document
    .addPage([sheet.width, sheet.height])
    .drawImage(picture, { x: (sheet.width - width) / 2, y: margin + (room.height - height) / 2, width, height })
  return { bytes: await document.save(), pages: 1 }
}

/** {@link drawPicturePage} in a thread of its own. Rejects where it is no such picture, or takes too long. */
export const drawPicturePageInThread = (data: PictureWorkerData): Promise<DrawnPdf> =>
  drawInThread('back-office/paper/picture-page.worker.ts', data)
