import { toMemberDetails } from '#domain/release/member-details.ts'
import { pdfRefusalWords } from '#domain/release/pdf-refusal-words.ts'
import type { PdfRefusal, StampRequest } from '#domain/release/stamp.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { counted } from '../kernel/work-meter.ts'
import type { PaperSubject } from './study-paper-subject.ts'

export const pdfRefused = (reason: PdfRefusal): Refusal => new Refusal('pdf-refused', pdfRefusalWords(reason))

/** Stamps the member's identity on a study's PDF (study spec §1). Throws 422 `pdf-refused` with the reason. */
export const stampStudyPdf = async (
  bytes: Uint8Array,
  {
    study,
    member,
  }: Pick<PaperSubject, 'member'> & { readonly study: { readonly studyID: string; readonly skuID: number } },
  options: Pick<StampRequest, 'encryptWith' | 'language' | 'shouldHideHIContent'>,
  context: Pick<HandlerContext, 'pdf'>,
): Promise<{ readonly bytes: Uint8Array; readonly pages: number }> => {
  const stamped = await counted(() =>
    context.pdf.stamp(bytes, {
      member: toMemberDetails(member),
      studyID: study.studyID,
      skuID: study.skuID,
      ...options,
    }),
  )
  if (stamped.kind === 'refused') throw pdfRefused(stamped.reason)
  return stamped
}
