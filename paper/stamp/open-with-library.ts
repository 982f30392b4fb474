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
import { mostDocumentPages } from '#domain/documents/document.ts'
import type { PdfRefusal } from '#domain/release/stamp.ts'

type OpenedPdf =
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
    const pages = document.getPages()
    if (pages.length === 0) return { kind: 'refused', reason: 'no-pages' }
    if (pages.length > mostDocumentPages) return { kind: 'refused', reason: 'too-many-pages' }
    if (!pages.every(isWhole) || !isTreeWhole(document.catalog.Pages())) return { kind: 'refused', reason: 'damaged' }
    return { kind: 'opened', document, wasEncrypted: isEncryptedFile(bytes) }
  } catch (thrown) {
    return { kind: 'refused', reason: toRefusal(thrown) }
  }
}

const contentsKey = PDFName.of('Contents')

/** Whether all of a page's contents were found: half a report must not pass for one. */
const isWhole = ({ node }: PDFPage): boolean => {
  const contents = node.lookup(contentsKey)
  if (contents instanceof PDFArray)
    return contents.asArray().every((one) => node.context.lookup(one) instanceof PDFStream)
  return node.get(contentsKey) === undefined || contents === PDFNull || contents instanceof PDFStream
}

/** Whether every page and branch that the tree names was found. */
const isTreeWhole = (tree: PDFPageTree): boolean =>
  tree
    .Kids()
    .asArray()
    .every((kid) => {
      const found = tree.context.lookup(kid)
      return found instanceof PDFPageTree ? isTreeWhole(found) : found instanceof PDFPageLeaf
    })

/** Whether its trailer names an encryption; the library forgets it once it has opened the file. */
const isEncryptedFile = (bytes: Uint8Array): boolean =>
  /\/Encrypt\s*(\d+\s+\d+\s+R|<<)/.test(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1'))
