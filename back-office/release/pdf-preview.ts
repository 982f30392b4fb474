import type { RouteAnswer } from '#contract/back-office.ts'
import { decideStudyAction } from '#domain/permissions/study-actions.ts'
import { type HandlerContext, type HandlerInput, requireCaller } from '../kernel/handler.ts'
import { stampStudyPdf } from '../printing/stamp-study-pdf.ts'
import { openStudyPaper, type PaperSubject } from '../printing/study-paper-subject.ts'
import { checkStudyAction, isNamedForPreferredConsult } from '../study-access/permissions.ts'
import { chooseItem, readItemPdf } from './item.ts'
import { checkMemberDetails, makePassword } from './stamp.ts'

type PdfPreviewContext = Pick<
  HandlerContext,
  | 'caller'
  | 'db'
  | 'environment'
  | 'kind'
  | 'now'
  | 'openPromoUsers'
  | 'pdf'
  | 'preferredConsultUsers'
  | 'reconciliation'
  | 'results'
  | 'setAuditSubject'
  | 'supportPhone'
>

/**
 * Returns a PDF of the study, stamped with the member's identity. Throws 409 `stale` if the given details are not the
 * member's; 409 `report-missing`; 422 `pdf-refused`; 403 `insufficient-permissions` for an item that the caller may not
 * choose; 409 `act-not-allowed` for an unpublished report that the caller may not download.
 */
export const previewPdf = async (
  studyID: string,
  body: HandlerInput<'previewPdf'>['body'],
  context: PdfPreviewContext,
): Promise<RouteAnswer<'previewPdf'>> => {
  const subject = await openStudyPaper(studyID, null, context)
  if (body.item === undefined) checkMaySeeReport(subject, context)
  const chosen = await chooseItem(body.item, subject, context)
  if (body.item !== undefined) {
    if (chosen.isReport) checkMaySeeReport(subject, context)
    else checkStudyAction(context, subject.row, 'send-report-manually')
  }
  checkMemberDetails(body.memberDetails, subject.member)
  const made = await readItemPdf(chosen.item, subject, context)
  const password = body.shouldEncryptPdf ? makePassword() : null
  const { shouldHideHIContent } = body
  const { bytes, pages } = await stampStudyPdf(
    made.bytes,
    subject,
    { encryptWith: password, shouldHideHIContent },
    context,
  )
  context.setAuditSubject({ what: chosen.logName })
  return {
    pdf: Buffer.from(bytes).toString('base64'),
    fileName: made.fileName,
    pages,
    title: chosen.title,
    password,
  }
}

/**
 * Throws unless the caller may preview the report. A caller who may download it may always preview it. A caller who may
 * only send it may preview it as soon as sending is allowed.
 */
const checkMaySeeReport = (
  { row, study }: PaperSubject,
  context: Pick<HandlerContext, 'caller' | 'environment' | 'preferredConsultUsers'>,
): void => {
  const caller = requireCaller(context)
  const decision = decideStudyAction('download-report', {
    roles: caller.roles,
    environment: context.environment,
    isNamed: isNamedForPreferredConsult(caller, context),
    skuID: study.skuID,
    status: study.status,
  })
  if (decision.kind !== 'allowed') checkStudyAction(context, row, 'send-to-practitioner')
}
