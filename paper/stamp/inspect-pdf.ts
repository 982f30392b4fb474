import { maxDocumentBytes } from '#domain/documents/document.ts'
import type { PdfInspection } from '#domain/release/stamp.ts'
import { isPdf } from './is-pdf.ts'
import { readSoundPdf } from './read-sound-pdf.ts'

/**
 * Returns whether a PDF can be opened and how many pages it has. Refuses a sound file if one of its streams would
 * unpack to an excessive size in a viewer. Call this function only in a process that can be killed.
 */
export const inspectPdf = async (bytes: Uint8Array): Promise<PdfInspection> => {
  if (!isPdf(bytes)) return { kind: 'refused', reason: 'not-a-pdf' }
  if (bytes.length > maxDocumentBytes) return { kind: 'refused', reason: 'too-large' }
  const read = await readSoundPdf(bytes, 'all')
  if (read.kind === 'refused') return read
  if (read.kind === 'sound') return { kind: 'readable', pages: read.pages.length, isEncrypted: false }
  // pdf-lib is large, and most files do not need it.
  const { openWithLibrary } = await import('./open-with-library.ts')
  const opened = await openWithLibrary(bytes)
  if (opened.kind === 'refused') return opened
  return { kind: 'readable', pages: opened.document.getPageCount(), isEncrypted: opened.wasEncrypted }
}
