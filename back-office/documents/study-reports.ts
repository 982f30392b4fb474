import { documentLogCategory } from '#domain/documents/document.ts'
import { isMember } from '#domain/release/member-details.ts'
import { releaseMessages } from '#domain/release/release-messages.ts'
import { decidePublication } from '#domain/release/report-publication.ts'
import { type ReportKind, reportKinds, reportKindWords, type StudyReport } from '#domain/release/study-report.ts'
import type { Study } from '#domain/study/study.ts'
import { type Database, inTransaction } from '../database/database.ts'
import { type HandlerContext, type HandlerInput, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { recordRelatedChange } from '../repositories/changes-repository.ts'
import { findKeptMember } from '../repositories/member-merges-repository.ts'
import { findMember } from '../repositories/members-repository.ts'
import { changeStudy, parseStatus, type StudyRow, toStudy } from '../repositories/studies-repository.ts'
import { toExtra } from '../repositories/study-details-column.ts'
import {
  addStudyReport,
  changeReportDraft,
  findStudyReport,
  findStudyReports,
  findUploadedReport,
  toStudyReport,
} from '../repositories/study-reports-repository.ts'
import { studyAsSeenBy } from '../study-access/as-seen.ts'
import { alreadyCancelled, staleOf } from '../study-access/checks.ts'
import { writeFlags } from '../study-access/flags.ts'
import { lockStudy } from '../study-access/lock.ts'
import { addLogLines, logForStudy } from '../study-access/log.ts'
import { checkStudyAction } from '../study-access/permissions.ts'
import { findVisibleStudy } from '../study-access/visible-study.ts'
import type { CheckedFile } from './file.ts'

type ReportsContext = Pick<
  HandlerContext,
  'caller' | 'db' | 'environment' | 'kind' | 'newId' | 'now' | 'preferredConsultUsers' | 'setAuditSubject'
>

/** The input of GraphQL's createReport. */
export type NewReport = {
  readonly studyId: string
  readonly patientId: string
  readonly kind: string
  readonly base64File: string
  readonly fileType: string
}

const noSuchReport = (): Refusal => new Refusal('not-found', releaseMessages.noSuchReport)

const checkMayPublish = (study: StudyRow, context: ReportsContext): void => {
  checkStudyAction(context, study, 'publish-report')
  if (study.cancelled === 1) throw alreadyCancelled(study)
}

/** Throws 403, 404 or 409 unless the caller may upload a report to this study; runs before the check of the file. */
export const allowReport = async ({ studyId }: NewReport, context: ReportsContext): Promise<void> =>
  checkMayPublish(await findVisibleStudy(context.db, studyId, context), context)

/** Throws 400 `document-format` for a picture: a report is a PDF. */
export const checkIsPdf = (file: CheckedFile): CheckedFile => {
  if (file.fileType !== 'application/pdf') throw new Refusal('document-format', releaseMessages.reportNotPdf)
  return file
}

/**
 * Stores a report as a draft (decision 283): only {@link publishReport} gives it a version. Throws 400 for an unknown
 * kind or another member; 409 `already-cancelled`, `act-not-allowed` before the images are read; 404.
 */
export const createReport = async (
  input: NewReport,
  file: CheckedFile,
  context: ReportsContext,
): Promise<StudyReport> =>
  inTransaction(context.db, async (db) => {
    const study = await lockStudy(db, input.studyId, context)
    checkMayPublish(study, context)
    if ((await findKeptMember(db, input.patientId)) !== study.patient_id)
      throw invalid('patientId', 'must be the member of this study')
    const kind = reportKinds.find((each) => each === input.kind)
    if (kind === undefined) throw invalid('kind', `must be ${reportKinds.join(' or ')}`)
    const by = requireCaller(context).name
    const draft = {
      kind,
      base64File: input.base64File,
      file,
      by,
      line: `${reportKindWords[kind]} uploaded, not published`,
    }
    const report = await storeDraft(db, study, draft, context)
    context.setAuditSubject({ what: report.reportID })
    return report
  })

/**
 * Stores a report as a draft of a locked study, with a line in its log. `by` names who uploaded or sent the report. The
 * caller has checked the permission and the file.
 */
export const storeDraft = async (
  db: Database,
  study: Pick<StudyRow, 'study_id' | 'location_id'>,
  draft: {
    readonly kind: ReportKind
    readonly base64File: string
    readonly file: Pick<CheckedFile, 'pages' | 'byteSize'>
    readonly by: string
    readonly line: string
  },
  context: Pick<HandlerContext, 'kind' | 'newId' | 'now'>,
): Promise<StudyReport> => {
  const row = {
    report_id: context.newId(),
    study_id: study.study_id,
    kind: draft.kind,
    state: 'draft',
    version: null,
    base64_file: draft.base64File,
    pages: draft.file.pages,
    byte_size: draft.file.byteSize,
    created_at: context.now,
    created_by: draft.by,
    state_at: null,
    state_by: null,
  } as const
  await addStudyReport(db, row)
  await addLogLines(db, study, { category: documentLogCategory, lines: [draft.line], by: draft.by }, context)
  await recordRelatedChange(db, context.kind, study)
  return toStudyReport(row)
}

/** Discards a draft, with a line in its study's log. Returns false, and changes nothing, if it is no longer a draft. */
export const discardDraft = async (
  db: Database,
  study: Pick<StudyRow, 'study_id' | 'location_id'>,
  draft: { readonly reportID: string; readonly by: string; readonly line: string },
  context: Pick<HandlerContext, 'kind' | 'newId' | 'now'>,
): Promise<boolean> => {
  const state = { state: 'discarded', state_at: context.now, state_by: draft.by } as const
  if (!(await changeReportDraft(db, draft.reportID, { ...state, version: null }))) return false
  await addLogLines(db, study, { category: documentLogCategory, lines: [draft.line], by: draft.by }, context)
  await recordRelatedChange(db, context.kind, study)
  return true
}

const invalid = (field: string, reason: string): Refusal =>
  new Refusal('invalid-input', `Check this field: ${field}.`, { fields: { [field]: reason } })

/** Returns a study's uploaded reports without their files. Throws 404 and 403 like every call about a study. */
export const readReports = async (studyID: string, context: ReportsContext): Promise<StudyReport[]> => {
  await findVisibleStudy(context.db, studyID, context)
  return findStudyReports(context.db, studyID)
}

/** Returns an uploaded report's file for the person who checks it before publishing. Throws 404 for a discarded one. */
export const readUploadedReport = async (
  studyID: string,
  reportID: string,
  context: ReportsContext,
): Promise<{ base64: string; pages: number }> => {
  const study = await findVisibleStudy(context.db, studyID, context)
  checkStudyAction(context, study, 'publish-report')
  const file = await findUploadedReport(context.db, studyID, reportID)
  if (file === undefined) throw noSuchReport()
  context.setAuditSubject({ memberID: study.patient_id, studyID, locationID: study.location_id, what: reportID })
  return file
}

/**
 * Publishes an uploaded report and completes the study's chain for its kind (study spec §3, §4): readingPublished,
 * traditionalReportAvailable and `published`. A report that is already published changes nothing. Throws:
 *
 * - 404 `not-found` for an unknown or discarded report
 * - 409 `stale` if the details are not the member's, or if another version was published since
 * - 409 `already-cancelled`; 409 `act-not-allowed` before the images are read
 */
export const publishReport = async (
  studyID: string,
  { reportID, version, memberDetails }: HandlerInput<'publishReport'>['body'],
  context: ReportsContext,
): Promise<Study> =>
  inTransaction(context.db, async (db) => {
    const row = await lockStudy(db, studyID, context)
    context.setAuditSubject({ what: reportID })
    checkStudyAction(context, row, 'publish-report')
    const report = await findStudyReport(db, studyID, reportID)
    if (report === undefined || report.state === 'discarded') throw noSuchReport()
    if (report.state === 'published') return studyAsSeenBy(requireCaller(context), row)
    const member = await findMember(db, row.patient_id)
    if (member === undefined || !isMember(memberDetails, member)) {
      throw new Refusal('stale', releaseMessages.publishDetailsChanged)
    }
    const decision = decidePublication(toStudy(row), report.kind, version)
    if (decision.kind === 'refused') {
      throw decision.code === 'already-cancelled' ? alreadyCancelled(row) : new Refusal(decision.code, decision.reason)
    }
    const state = { state: 'published', state_at: context.now, state_by: requireCaller(context).name } as const
    if (!(await changeReportDraft(db, reportID, { ...state, version: decision.version }))) throw noSuchReport()
    const changed = await changeStudy(db, row, {
      extra: toExtra(row, decision.details),
      status: JSON.stringify(writeFlags(parseStatus(row), decision.isFirst ? { published: true } : {}, context)),
    })
    if (changed === undefined) throw await staleOf(db, studyID)
    const line = `${reportKindWords[report.kind]} published, version ${decision.version}`
    await logForStudy(db, changed, documentLogCategory, [line], context)
    context.setAuditSubject({ what: `${reportID}: ${report.kind} ${decision.version}` })
    return studyAsSeenBy(requireCaller(context), changed)
  })

/**
 * Discards a report that is not published; one that is already discarded is not an error. The row stays in the
 * database. Throws 404 for an unknown report, 409 `act-not-allowed` for a published one: a correction is a new version.
 */
export const discardReport = async (
  studyID: string,
  { reportID }: HandlerInput<'discardReport'>['body'],
  context: ReportsContext,
): Promise<StudyReport[]> =>
  inTransaction(context.db, async (db) => {
    const study = await lockStudy(db, studyID, context)
    context.setAuditSubject({ what: reportID })
    const report = await findStudyReport(db, studyID, reportID)
    if (report === undefined) throw noSuchReport()
    if (report.state === 'published') throw new Refusal('act-not-allowed', releaseMessages.isPublished)
    if (report.state === 'draft') {
      const by = requireCaller(context).name
      const line = `${reportKindWords[report.kind]} discarded before it was published`
      if (!(await discardDraft(db, study, { reportID, by, line }, context))) throw noSuchReport()
    }
    return findStudyReports(db, studyID)
  })
