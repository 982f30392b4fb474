import { type Page, readPages } from './page-tree.ts'
import { openPdfFile, type PdfFile } from './pdf-file.ts'
import { PdfBomb } from './stream-data.ts'
import { checkUnfolding, maxUnfolded } from './unfold-check.ts'

export type SoundPdf =
  | { readonly kind: 'sound'; readonly file: PdfFile; readonly pages: readonly Page[] }
  /** Damaged, encrypted or of a rare syntax: the caller opens it with pdf-lib. */
  | { readonly kind: 'odd' }
  | { readonly kind: 'refused'; readonly reason: 'no-pages' | 'too-many-pages' | 'too-much-memory' }

/**
 * Reads what the stamp needs from a file. `check` names the streams whose unpacked size is checked: those that draw
 * pages, or all, for a file that is being uploaded.
 */
export const readSoundPdf = async (bytes: Uint8Array, check: 'contents' | 'all'): Promise<SoundPdf> => {
  try {
    const file = openPdfFile(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
    const list = readPages(file)
    if (list.kind === 'refused') return list
    const contents = list.pages.flatMap((page) => page.contents)
    if (contents.some((ref) => file.stream(ref) === null)) return { kind: 'odd' }
    await checkUnfolding(file, contents, maxUnfolded.contents)
    if (check === 'all') await checkUnfolding(file, file.ownObjects(), maxUnfolded.picture)
    return { kind: 'sound', file, pages: list.pages }
  } catch (thrown) {
    if (thrown instanceof PdfBomb) return { kind: 'refused', reason: 'too-much-memory' }
    // Unforeseen cases throw too. pdf-lib then decides whether the file can be opened.
    return { kind: 'odd' }
  }
}
