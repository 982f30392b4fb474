import { PDFDocument, PDFName } from 'pdf-lib'
import type { StampedPdf } from '#domain/release/stamp.ts'
import { openWithLibrary } from './open-with-library.ts'
import { PdfBomb } from './stream-data.ts'

/**
 * Puts the pages of a sheet, which Atrium drew, before those of a PDF. The sheet gets no stamp. Call this function only
 * in a process that can be killed, because the PDF may be hostile.
 */
export const addCover = async (bytes: Uint8Array, sheet: Uint8Array): Promise<StampedPdf> => {
  const opened = await openWithLibrary(bytes)
  if (opened.kind === 'refused') return opened
  try {
    const { document } = opened
    const drawn = await PDFDocument.load(sheet, { updateMetadata: false })
    const pages = await document.copyPages(drawn, drawn.getPageIndices())
    for (const [index, page] of pages.entries()) {
      // The sheet's structure is not copied. Its page's StructParents number could therefore point to another page's
      // structure in this document.
      page.node.delete(PDFName.of('StructParents'))
      document.insertPage(index, page)
    }
    const saved = await document.save({
      addDefaultPage: false,
      updateFieldAppearances: false,
      objectsPerTick: Number.POSITIVE_INFINITY,
    })
    return { kind: 'stamped', bytes: saved, pages: document.getPageCount(), how: 'rewritten' }
  } catch (thrown) {
    return { kind: 'refused', reason: thrown instanceof PdfBomb ? 'too-much-memory' : 'damaged' }
  }
}
