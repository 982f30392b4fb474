import { mostDocumentBytes } from '#domain/documents/document.ts'
import type { StampedPdf, StampRequest } from '#domain/release/stamp.ts'
import { stampLines, stampPlacement } from '#domain/release/stamp-placement.ts'
import { isPdf } from './is-pdf.ts'
import { toPlainLetters } from './plain-letters.ts'
import { rewriteStamped } from './rewrite-stamped.ts'
import { drawStampForm } from './stamp-drawing.ts'

/** Stamps whose it is on every page (study spec §1). To be run where it may be killed: what it opens may be of any make. */
export const stampPdf = async (bytes: Uint8Array, request: StampRequest): Promise<StampedPdf> => {
  if (!isPdf(bytes)) return { kind: 'refused', reason: 'not-a-pdf' }
  if (bytes.length > mostDocumentBytes) return { kind: 'refused', reason: 'too-large' }
  const form = drawStampForm(stampLines(request.member, request.studyID, toPlainLetters))
  const placement = stampPlacement(request.skuID)
  return rewriteStamped(bytes, {
    form,
    placement,
    encryptWith: request.encryptWith,
    shouldHideHIContent: request.shouldHideHIContent,
  })
}
