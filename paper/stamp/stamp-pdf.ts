import { maxDocumentBytes } from '#domain/documents/document.ts'
import { stampLines, stampPlacement } from '#domain/release/header-placement.ts'
import type { StampedPdf, StampRequest } from '#domain/release/stamp.ts'
import { appendStamp } from './append-stamp.ts'
import { isPdf } from './is-pdf.ts'
import { toPlainLetters } from './plain-letters.ts'
import { readSoundPdf, type SoundPdf } from './read-sound-pdf.ts'
import type { RewriteOrder } from './rewrite-stamped.ts'
import { drawStampForm } from './stamp-drawing.ts'

/**
 * Stamps the member's identity on every page (study spec §1). Appends the stamp to a sound file. Rewrites any other
 * file, and any file that is to be encrypted or loses pages. Call this function only in a process that can be killed,
 * because the input may be hostile.
 */
export const stampPdf = async (bytes: Uint8Array, request: StampRequest): Promise<StampedPdf> => {
  if (!isPdf(bytes)) return { kind: 'refused', reason: 'not-a-pdf' }
  if (bytes.length > maxDocumentBytes) return { kind: 'refused', reason: 'too-large' }
  const order: RewriteOrder = {
    form: drawStampForm(stampLines(request.member, request.studyID, toPlainLetters, request.language)),
    placement: stampPlacement(request.skuID),
    encryptWith: request.encryptWith,
    shouldHideHIContent: request.shouldHideHIContent,
  }
  const read = await readSoundPdf(bytes, 'contents')
  if (read.kind === 'refused') return read
  const appended = read.kind === 'sound' ? append(read, order) : null
  if (appended !== null) return appended
  // pdf-lib is large, and most files do not need it.
  const { rewriteStamped } = await import('./rewrite-stamped.ts')
  return rewriteStamped(bytes, order)
}

/** Returns null when the file must be rewritten. */
const append = ({ file, pages }: Extract<SoundPdf, { kind: 'sound' }>, order: RewriteOrder): StampedPdf | null => {
  if (order.encryptWith !== null) return null
  if (order.shouldHideHIContent && pages.some(({ isHidden }) => isHidden)) return null
  try {
    return { kind: 'stamped', bytes: appendStamp(file, pages, order), pages: pages.length, how: 'appended' }
  } catch {
    return null
  }
}
