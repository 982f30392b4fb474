import { type Page, readPages } from './page-tree.ts'
import { openPdfFile, type PdfFile } from './pdf-file.ts'
import { PdfBomb } from './stream-data.ts'
import { checkUnfolding, mostUnfolded } from './unfold-check.ts'

export type SoundPdf =
  | { readonly kind: 'sound'; readonly file: PdfFile; readonly pages: readonly Page[] }
  /** Damaged, encrypted or rare: for the library to open. */
  | { readonly kind: 'odd' }
  | { readonly kind: 'refused'; readonly reason: 'no-pages' | 'too-many-pages' | 'too-much-memory' }

/**
 * Reads a file as far as the stamp needs it. `check` says which streams must not unfold beyond measure: those that pages draw
 * themselves with, or every one, which is asked of a file that is taken in.
 */
export const readSoundPdf = async (bytes: Uint8Array, check: 'contents' | 'all'): Promise<SoundPdf> => {
  try {
    const file = openPdfFile(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
    const list = readPages(file)
    if (list.kind === 'refused') return list
    const contents = list.pages.flatMap((page) => page.contents)
    if (contents.some((ref) => file.stream(ref) === null)) return { kind: 'odd' }
    await checkUnfolding(file, contents, mostUnfolded.contents)
    if (check === 'all') await checkUnfolding(file, file.ownObjects(), mostUnfolded.picture)
    return { kind: 'sound', file, pages: list.pages }
  } catch (thrown) {
    if (thrown instanceof PdfBomb) return { kind: 'refused', reason: 'too-much-memory' }
    // What the reader did not think of throws as well; the library has the next word.
    return { kind: 'odd' }
  }
}
