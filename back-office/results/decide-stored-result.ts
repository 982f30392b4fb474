import { reportKindWords } from '#domain/release/study-report.ts'
import { decideResult, isNewer, type OrderedResult } from '#domain/results/decide-result.ts'
import type { WaitingReason } from '#domain/results/incoming-result.ts'
import { matchResult } from '#domain/results/match-result.ts'
import { toInstant } from '#domain/values/instant.ts'
import { studyIDSchema } from '#domain/values/study-id.ts'
import { type Database, inTransaction } from '../database/database.ts'
import { discardDraft, storeDraft } from '../documents/study-reports.ts'
import { appendAudit } from '../kernel/audit-repository.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { lockMachines } from '../repositories/machine-times-repository.ts'
import { findMember } from '../repositories/members-repository.ts'
import {
  changeResult,
  findAcceptedResults,
  findResult,
  findResultForUpdate,
  findWaitingWithdrawals,
  type ResultRow,
} from '../repositories/results-repository.ts'
import { findStudy, findStudyForUpdate, type StudyRow } from '../repositories/studies-repository.ts'
import { findStudyReport } from '../repositories/study-reports-repository.ts'
import { readKeptIdentity } from './kept-identity.ts'
import { type ResultFile, readResultFile } from './result-file.ts'
import { auditOf } from './store-result.ts'

type DecideContext = Pick<HandlerContext, 'db' | 'kind' | 'newId' | 'now' | 'pdf'>

/**
 * Compares a stored result with the study that it names, and attaches it as a draft, records it or lets it wait. A
 * result that was decided is left alone, so several servers may decide at once. Rejects if the PDF workshop has no
 * room.
 */
export const decideStoredResult = async (resultID: string, context: DecideContext): Promise<void> => {
  const seen = await findResult(context.db, resultID)
  if (seen?.state !== 'received') return
  const file = await readResultFile(seen, context)
  await inTransaction(context.db, async (db) => {
    const study = await lockNamedStudy(db, seen.study_ref, context)
    const result = await findResultForUpdate(db, context.kind, resultID)
    if (result?.state !== 'received') return
    const member = study === null ? undefined : await findMember(db, study.patient_id)
    const identity = await readKeptIdentity(db, result)
    const match = matchResult({ identity }, study && { studyID: study.study_id }, member ?? null)
    const outcome =
      match.kind === 'match' && study !== null
        ? await acceptResult(db, study, result, file, result.sender, context)
        : (match.kind as WaitingReason)
    if (outcome !== null) await changeResult(db, resultID, { state: 'waiting', reason: outcome })
    const action = `result.${outcome === null ? 'matched' : 'waits'} ${resultID}${outcome === null ? '' : `: ${outcome}`}`
    // The audit row of a mismatch names no study, because the message may name another member's study by mistake.
    await appendAudit(db, context.kind, [auditOf(context.now, action, outcome === null ? study : null)])
  })
}

/** Makes a result that Atrium failed to decide wait for a person. A decided result stays unchanged. */
export const passToStaff = async (
  resultID: string,
  { db, kind, now }: Pick<DecideContext, 'db' | 'kind' | 'now'>,
): Promise<void> =>
  inTransaction(db, async (transaction) => {
    const result = await findResultForUpdate(transaction, kind, resultID)
    if (result?.state !== 'received') return
    await changeResult(transaction, resultID, { state: 'waiting', reason: 'undecided' })
    await appendAudit(transaction, kind, [auditOf(now, `result.waits ${resultID}: undecided`)])
  })

/** Locks the study that a message names; null if no study has that id. */
const lockNamedStudy = async (
  db: Database,
  studyRef: string,
  { kind }: Pick<DecideContext, 'kind'>,
): Promise<StudyRow | null> => {
  const studyID = studyIDSchema.safeParse(studyRef)
  const seen = studyID.success ? await findStudy(db, studyID.data) : undefined
  if (seen === undefined) return null
  // The locks are taken in the same order as in every change of a study: the location's feed, then the row.
  await lockMachines(db, kind, [], [seen.location_id])
  return (await findStudyForUpdate(db, kind, seen.study_id)) ?? null
}

/**
 * Accepts a result for a locked study. The newest report becomes a draft and replaces the draft of an older result; a
 * cancellation withdraws that draft. `by` is the sender of the result, or the person who matched it. Returns null, or
 * the reason why a person must decide.
 */
export const acceptResult = async (
  db: Database,
  study: StudyRow,
  result: ResultRow,
  file: ResultFile,
  by: string,
  context: Pick<DecideContext, 'kind' | 'newId' | 'now'>,
): Promise<WaitingReason | null> => {
  if (study.cancelled === 1) return 'study-cancelled'
  const { kind } = result
  const accepted = await findAcceptedResults(db, study.study_id, kind)
  const decision = decideResult(accepted.map(toOrdered), toOrdered(result))
  if (decision.kind === 'attach' && file.kind === 'unreadable') return 'unreadable'
  const name = reportKindWords[kind]
  const own = { study_id: study.study_id, reason: null, decided_at: context.now }
  if (decision.kind === 'superseded' || decision.kind === 'duplicate') {
    await changeResult(db, result.result_id, { ...own, state: 'superseded' })
    return null
  }
  if (decision.kind === 'preliminary') {
    await changeResult(db, result.result_id, { ...own, state: 'noted' })
    return null
  }
  if (decision.kind === 'withdraw' && (await hasPublished(db, study.study_id, accepted))) return 'published'
  const older = accepted.find(({ result_id }) => result_id === decision.replaces)
  if (older !== undefined) {
    const reportID = older.report_id
    const published = reportID !== null && (await findStudyReport(db, study.study_id, reportID))?.state === 'published'
    if (reportID !== null && !published) {
      const what = decision.kind === 'withdraw' ? 'withdrawn by its sender' : 'replaced by a corrected one'
      await discardDraft(db, study, { reportID, by, line: `${name} ${what}, before it was published` }, context)
    }
    await changeResult(db, older.result_id, { state: 'superseded' })
  }
  if (decision.kind === 'withdraw') {
    await changeResult(db, result.result_id, { ...own, state: 'noted' })
    return null
  }
  if (file.kind !== 'file') return 'unreadable'
  await supersedeWithdrawals(db, study, result, context)
  const line = `${name} received from ${result.sender}, not published`
  const report = await storeDraft(db, study, { kind, base64File: file.base64, file, by, line }, context)
  await changeResult(db, result.result_id, { ...own, state: 'attached', report_id: report.reportID })
  return null
}

/**
 * Closes the cancellations that wait because their report is published, if the new report is newer than these
 * cancellations. If such a cancellation had arrived after the new report, it would not have waited.
 */
const supersedeWithdrawals = async (
  db: Database,
  study: StudyRow,
  newest: ResultRow,
  { now }: Pick<DecideContext, 'now'>,
): Promise<void> => {
  const { study_id } = study
  for (const waiting of await findWaitingWithdrawals(db, study_id, newest.kind)) {
    if (!isNewer(toOrdered(newest), toOrdered(waiting))) continue
    await changeResult(db, waiting.result_id, { state: 'superseded', reason: null, study_id, decided_at: now })
  }
}

/** Returns whether a report of these results is published. No message withdraws a published report. */
const hasPublished = async (db: Database, studyID: string, results: readonly ResultRow[]): Promise<boolean> => {
  for (const { report_id: reportID } of results) {
    if (reportID !== null && (await findStudyReport(db, studyID, reportID))?.state === 'published') return true
  }
  return false
}

const toOrdered = (row: ResultRow): OrderedResult => ({
  resultID: row.result_id,
  status: row.status,
  issuedAt: toInstant(row.issued_at * 1000),
  digest: row.digest,
})
