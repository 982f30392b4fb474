import { EncryptedPDFError, MissingPDFHeaderError, ParseSpeeds, PDFDocument } from 'pdf-lib'
import { mostDocumentPages } from '#domain/documents/document.ts'
import type { PdfRefusal } from '#domain/release/stamp.ts'

export type OpenedPdf =
  | { readonly kind: 'opened'; readonly document: PDFDocument; readonly wasEncrypted: boolean }
  | { readonly kind: 'refused'; readonly reason: PdfRefusal }

/** An encrypted file that asks nobody for a password opens with the empty one. */
const noPassword = ''

const toRefusal = (thrown: unknown): PdfRefusal => {
  if (thrown instanceof EncryptedPDFError) return 'locked'
  // The library has no name of its own for this one.
  if (thrown instanceof Error && /password|encrypt|security handler/i.test(thrown.message)) return 'locked'
  return thrown instanceof MissingPDFHeaderError ? 'not-a-pdf' : 'damaged'
}

/**
 * Opens a PDF of any state with the library, which looks for objects where the file's own tables are wrong. Whatever it throws is a
 * refusal. What it opened with a password it saves without one, so who saves it decides about encryption anew.
 */
export const openWithLibrary = async (bytes: Uint8Array): Promise<OpenedPdf> => {
  try {
    const document = await PDFDocument.load(bytes, {
      password: noPassword,
      updateMetadata: false,
      parseSpeed: ParseSpeeds.Fastest,
      throwOnInvalidObject: false,
    })
    const pages = document.getPages().length
    if (pages === 0) return { kind: 'refused', reason: 'no-pages' }
    if (pages > mostDocumentPages) return { kind: 'refused', reason: 'too-many-pages' }
    return { kind: 'opened', document, wasEncrypted: isEncryptedFile(bytes) }
  } catch (thrown) {
    return { kind: 'refused', reason: toRefusal(thrown) }
  }
}

/** Whether its trailer names an encryption; the library forgets it once it has opened the file. */
const isEncryptedFile = (bytes: Uint8Array): boolean =>
  /\/Encrypt\s*(\d+\s+\d+\s+R|<<)/.test(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1'))
