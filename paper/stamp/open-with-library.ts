import {
  EncryptedPDFError,
  MissingPDFHeaderError,
  ParseSpeeds,
  PDFArray,
  PDFDocument,
  PDFName,
  PDFNull,
  type PDFPage,
  PDFPageLeaf,
  PDFPageTree,
  PDFStream,
} from 'pdf-lib'
import { maxDocumentPages } from '#domain/documents/document.ts'
import type { PdfRefusal } from '#domain/release/stamp.ts'

type OpenedPdf =
  | { readonly kind: 'opened'; readonly document: PDFDocument; readonly wasEncrypted: boolean }
  | { readonly kind: 'refused'; readonly reason: PdfRefusal }

/** An encrypted file that needs no password opens with the empty one. */
const noPassword = ''

const toRefusal = (thrown: unknown): PdfRefusal => {
  if (thrown instanceof EncryptedPDFError) return 'locked'
  // pdf-lib throws a plain `Error` if the empty password is wrong or the encryption is unknown.
  if (thrown instanceof Error && /password|encrypt|security handler/i.test(thrown.message)) return 'locked'
  return thrown instanceof MissingPDFHeaderError ? 'not-a-pdf' : 'damaged'
}

/**
 * Opens a PDF in any state with pdf-lib, which searches for objects when the file's own tables are wrong. Returns
 * every error as a refusal. The library saves an encrypted file without encryption, so the caller must decide whether
 * to encrypt it again.
 */
export const openWithLibrary = async (bytes: Uint8Array): Promise<OpenedPdf> => {
  try {
    const document = await PDFDocument.load(bytes, {
      password: noPassword,
      updateMetadata: false,
      parseSpeed: ParseSpeeds.Fastest,
      throwOnInvalidObject: false,
    })
    const pages = document.getPages()
    if (pages.length === 0) return { kind: 'refused', reason: 'no-pages' }
    if (pages.length > maxDocumentPages) return { kind: 'refused', reason: 'too-many-pages' }
    if (!pages.every(isWhole) || !isTreeWhole(document.catalog.Pages())) return { kind: 'refused', reason: 'damaged' }
    return { kind: 'opened', document, wasEncrypted: isEncryptedFile(bytes) }
  } catch (thrown) {
    return { kind: 'refused', reason: toRefusal(thrown) }
  }
}

const contentsKey = PDFName.of('Contents')

/** Returns whether all of a page's contents were found: half a report must not pass as complete. */
const isWhole = ({ node }: PDFPage): boolean => {
  const contents = node.lookup(contentsKey)
  if (contents instanceof PDFArray)
    return contents.asArray().every((one) => node.context.lookup(one) instanceof PDFStream)
  return node.get(contentsKey) === undefined || contents === PDFNull || contents instanceof PDFStream
}

/** Returns whether every page and branch of the tree was found. */
const isTreeWhole = (tree: PDFPageTree): boolean =>
  tree
    .Kids()
    .asArray()
    .every((kid) => {
      const found = tree.context.lookup(kid)
      return found instanceof PDFPageTree ? isTreeWhole(found) : found instanceof PDFPageLeaf
    })

/** Returns whether the file has an `Encrypt` entry. The library drops that entry when it opens the file. */
const isEncryptedFile = (bytes: Uint8Array): boolean =>
  /\/Encrypt\s*(\d+\s+\d+\s+R|<<)/.test(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1'))
