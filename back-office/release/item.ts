import { documentMessages } from '#domain/documents/document-messages.ts'
import { paperTitle, readingVersionOf, releasableItems } from '#domain/release/releasable-items.ts'
import type { ReleaseItem } from '#domain/release/release-item.ts'
import { releaseMessages } from '#domain/release/release-messages.ts'
import { chooseReport } from '#domain/release/report-choice.ts'
import type { PaperName } from '#domain/study/papers.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { pdfRefused } from '../printing/stamp-study-pdf.ts'
import type { PaperSubject } from '../printing/study-paper-subject.ts'
import { paperRecipes } from '../printing/study-papers.ts'
import { findReceivedReferral } from '../repositories/received-referral.ts'
import { findReleaseDocument, findReleaseFile } from '../repositories/release-document.ts'

type ItemContext = Pick<
  HandlerContext,
  | 'caller'
  | 'db'
  | 'environment'
  | 'kind'
  | 'now'
  | 'openPromoUsers'
  | 'pdf'
  | 'reconciliation'
  | 'results'
  | 'setAuditSubject'
  | 'supportPhone'
>

/** An item to preview or send, with its title. */
export type ChosenItem = {
  readonly item: ReleaseItem
  /** Contains the version, and for a document the name that a user typed. */
  readonly title: string
  /** Version of the reading that the item contains; null if it contains no reading. */
  readonly readingVersion: number | null
  /** For the audit log. Unlike `title`, it contains no text that a user typed. */
  readonly logName: string
  /** Whether the item is the study's own report (study spec §4), which mode `automated` sends. */
  readonly isReport: boolean
  readonly isDraft: boolean
}

const reportMissing = (): Refusal => new Refusal('report-missing', studyMessages.missingReport)

/** Returns the study's own report (study spec §4 Report choice). Throws 409 `report-missing` if there is none. */
const ownReport = ({ study }: Pick<PaperSubject, 'study'>): ChosenItem => {
  const choice = chooseReport(study)
  if (choice.kind === 'missing') throw reportMissing()
  const paper = choice.kind === 'structured' ? 'physician-report' : 'traditional-report'
  return toChosenPaper(paper, study, true)
}

const toChosenPaper = (paper: PaperName, study: PaperSubject['study'], isReport: boolean): ChosenItem => {
  const title = paperTitle(paper, study)
  const readingVersion = readingVersionOf(paper, study)
  return { item: { kind: 'paper', paper }, title, readingVersion, logName: title, isReport, isDraft: false }
}

/**
 * Returns an item with its title and version; without `item`, the study's own report. Throws 409 `report-missing` if
 * that report is missing, 404 `not-found` for a document that no longer exists, 409 `stale` if the document has a newer
 * version. {@link checkReleasable} checks whether the study has the paper.
 */
export const chooseItem = async (
  item: ReleaseItem | undefined,
  subject: PaperSubject,
  context: Pick<HandlerContext, 'db'>,
): Promise<ChosenItem> => {
  if (item === undefined) return ownReport(subject)
  if (item.kind === 'document') {
    const document = await findReleaseDocument(context.db, subject.study.studyID, item.uuid)
    if (document === undefined) throw new Refusal('not-found', documentMessages.notFound)
    if (document.isReplaced) throw new Refusal('stale', releaseMessages.reportChanged)
    return {
      item,
      title: `${document.name}, version ${document.version}`,
      readingVersion: null,
      logName: `Document, version ${document.version}`,
      isReport: false,
      isDraft: document.status !== 'PUBLISHED',
    }
  }
  const listed = releasableItems(subject.study, []).find(
    (one) => one.item.kind === 'paper' && one.item.paper === item.paper,
  )
  const chosen = toChosenPaper(item.paper, subject.study, listed?.isReport === true)
  if (item.paper !== 'medical-referral' || !subject.location.referralRequired) return chosen
  const received = await findReceivedReferral(context.db, subject.study.studyID)
  if (received === undefined) return chosen
  // The version in the title makes the server refuse a send if a newer version was published after the user's choice.
  const title = `${chosen.title}, version ${received.version}`
  return { ...chosen, title, logName: title }
}

/**
 * Throws unless the chosen item may be sent: 409 `report-missing` for a missing paper, `act-not-allowed` for a draft.
 */
export const checkReleasable = (chosen: ChosenItem, { study }: Pick<PaperSubject, 'study'>): void => {
  const { item } = chosen
  if (chosen.isDraft) throw new Refusal('act-not-allowed', releaseMessages.draft)
  if (item.kind === 'document') return
  const isListed = releasableItems(study, []).some((one) => one.item.kind === 'paper' && one.item.paper === item.paper)
  if (!isListed) throw new Refusal('report-missing', releaseMessages.notReleasable)
}

type ItemPdf = { readonly fileName: string; readonly bytes: Uint8Array }

/**
 * Returns an item as a PDF without a stamp: draws a paper, and puts a picture on a page. The caller has checked the
 * permission. Throws 409 `report-missing`, 404 `not-found`, 422 `pdf-refused` for a picture that cannot be drawn.
 */
export const readItemPdf = async (item: ReleaseItem, subject: PaperSubject, context: ItemContext): Promise<ItemPdf> => {
  if (item.kind === 'paper') {
    const { fileName, base64 } = await paperRecipes[item.paper].make(subject, context)
    return { fileName, bytes: Buffer.from(base64, 'base64') }
  }
  const { studyID } = subject.study
  const document = await findReleaseFile(context.db, studyID, item.uuid)
  if (document === undefined) throw new Refusal('not-found', documentMessages.notFound)
  const fileName = `${studyID} document.pdf`
  const bytes = Buffer.from(document.base64File, 'base64')
  if (document.fileType === 'application/pdf') return { fileName, bytes }
  const drawn = await context.pdf.picture(bytes, document.fileType)
  if (drawn.kind === 'refused') throw pdfRefused(drawn.reason)
  return { fileName, bytes: drawn.bytes }
}
