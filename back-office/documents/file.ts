import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type DocumentFileType,
  documentFileTypes,
  maxDocumentBytes,
  maxDocumentPages,
} from '#domain/documents/document.ts'
import { sniffFileType } from '#domain/documents/document-file.ts'
import { documentMessages } from '#domain/documents/document-messages.ts'
import { pdfRefusalWords } from '#domain/release/pdf-refusal-words.ts'
import type { PdfRefusal } from '#domain/release/stamp.ts'
import { checkPicture, type PictureType } from '#paper/picture/check-picture.ts'
import type { Upload } from '../kernel/graphql/read-request.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'

/** The checked properties of an upload. */
export type CheckedFile = { readonly fileType: DocumentFileType; readonly byteSize: number; readonly pages: number }

const invalidFormat = (): Refusal => new Refusal('document-format', documentMessages.invalidFormat)
const tooLarge = (): Refusal => new Refusal('payload-too-large', documentMessages.tooLarge)

/**
 * Checks an uploaded file before it is stored (booking spec §5, §8). Throws 400 `document-format` for invalid base64,
 * for a file whose first bytes are not those of a PDF, PNG or JPEG, and for a file that differs from its declared type;
 * 413 `payload-too-large`; 422 `pdf-refused` for a damaged picture, and for a PDF that cannot be opened, is locked, has
 * no pages, or has too many pages. Never call this function inside a transaction: the function waits for another
 * process to open the PDF.
 */
export const checkFile = async (
  { byteSize, bytes }: Pick<Upload, 'byteSize' | 'bytes'>,
  declared: string,
  { pdf }: Pick<HandlerContext, 'pdf'>,
): Promise<CheckedFile> => {
  if (byteSize === null) throw invalidFormat()
  if (byteSize > maxDocumentBytes || bytes === null) throw tooLarge()
  const fileType = sniffFileType(bytes)
  if (fileType === null || fileType !== documentFileTypes.find((type) => type === declared.trim().toLowerCase())) {
    throw invalidFormat()
  }
  await nextTurn()
  if (fileType !== 'application/pdf') {
    await checkImage(bytes, fileType)
    return { fileType, byteSize, pages: 1 }
  }
  const inspection = await pdf.inspect(bytes)
  if (inspection.kind === 'refused') throw refused(inspection.reason)
  const { pages } = inspection
  if (pages < 1) throw refused('no-pages')
  if (pages > maxDocumentPages) throw refused('too-many-pages')
  return { fileType, byteSize, pages }
}

/** Refuses a picture that is too large for memory or unpacks to more than it declares, before any viewer opens it. */
const checkImage = async (bytes: Uint8Array, fileType: PictureType): Promise<void> => {
  const picture = await checkPicture(bytes, fileType)
  if (picture.kind !== 'refused') return
  if (picture.reason === 'damaged') throw refused('damaged')
  throw new Refusal('payload-too-large', documentMessages.tooManyPixels)
}

const refused = (reason: PdfRefusal): Refusal => {
  if (reason === 'not-a-pdf') return invalidFormat()
  if (reason === 'too-large') return tooLarge()
  return new Refusal('pdf-refused', pdfRefusalWords(reason))
}
