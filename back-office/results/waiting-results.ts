import type { Member } from '#domain/members/member.ts'
import { isMember } from '#domain/release/member-details.ts'
import type { ResultIdentity } from '#domain/results/incoming-report.ts'
import {
  type StudyResults,
  type WaitingCount,
  type WaitingReason,
  type WaitingResult,
  waitingResultSchema,
} from '#domain/results/incoming-result.ts'
import { isAboutStudy, needsAttachReason } from '#domain/results/match-result.ts'
import { toInstant } from '#domain/values/instant.ts'
import { type Database, inTransaction } from '../database/database.ts'
import { type HandlerContext, type HandlerInput, mayWorkAt, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { findMember, findMembers } from '../repositories/members-repository.ts'
import { countRefusalsOpen } from '../repositories/refused-deliveries-repository.ts'
import {
  changeResult,
  countResultsWaiting,
  findResult,
  findResultForUpdate,
  findUnmatchedResults,
  findWaitingResults,
  type ResultRow,
} from '../repositories/results-repository.ts'
import { findStudy } from '../repositories/studies-repository.ts'
import { alreadyCancelled } from '../study-access/checks.ts'
import { lockStudy } from '../study-access/lock.ts'
import { findVisibleStudy } from '../study-access/visible-study.ts'
import { acceptResult } from './decide-stored-result.ts'
import { readKeptIdentities, readKeptIdentity } from './kept-identity.ts'
import { readResultFile, readStoredIdentity } from './result-file.ts'
import { resultsServerWords as words } from './results-words.ts'

type ResultsContext = Pick<
  HandlerContext,
  'addAuditSubject' | 'caller' | 'db' | 'kind' | 'newId' | 'now' | 'pdf' | 'setAuditSubject'
>
type Done = { readonly ok: true }

/**
 * Returns the results that wait for a person, with the study that each names and its member. Each of these members is
 * recorded in the audit log. Results about studies outside the caller's locations are omitted.
 */
export const readWaitingResults = async (context: ResultsContext): Promise<WaitingResult[]> => {
  const rows = await findWaitingResults(context.db, requireCaller(context).allowedLocations)
  const ids = new Set(rows.flatMap(({ named_patient_id }) => named_patient_id ?? []))
  const members = new Map(
    (await findMembers(context.db, [...ids])).map((member) => [member.patientID as string, member]),
  )
  const identities = await readKeptIdentities(context.db, rows)
  return rows.map(({ named_study_id, named_patient_id, ...row }) => {
    const identity = identities.get(row.result_id) ?? readStoredIdentity(row)
    const member = members.get(named_patient_id ?? '')
    if (named_study_id === null || member === undefined) return toWaitingResult(row, identity, null)
    context.addAuditSubject({ memberID: member.patientID, studyID: named_study_id, what: row.result_id })
    return toWaitingResult(row, identity, { studyID: named_study_id, member })
  })
}

/** Counts the waiting results of the caller's locations, and the refused messages. */
export const countWaitingResults = async (context: ResultsContext): Promise<WaitingCount> => {
  const { waiting, newest } = await countResultsWaiting(context.db, requireCaller(context).allowedLocations)
  const refused = await countRefusalsOpen(context.db, '')
  const toTime = (at: number | null) => (at === null ? null : toInstant(at * 1000))
  return { waiting, newestAt: toTime(newest), refused: refused.all, lastRefusedAt: toTime(refused.last) }
}

/**
 * Counts the unmatched results about a study: those that wait for a person, and those that just arrived. Throws 404,
 * 403.
 */
export const countStudyResults = async (studyID: string, context: ResultsContext): Promise<StudyResults> => {
  const { db } = context
  const study = await findVisibleStudy(db, studyID, context)
  const member = await findMember(db, study.patient_id)
  if (member === undefined) return { waiting: 0, resultID: null }
  const unmatched = await findUnmatchedResults(db, requireCaller(context).allowedLocations)
  const identities = await readKeptIdentities(db, unmatched)
  const found = unmatched.filter((row) => {
    const identity = identities.get(row.result_id) ?? readStoredIdentity(row)
    return isAboutStudy({ identity, studyRef: row.study_ref }, { studyID }, member)
  })
  return { waiting: found.length, resultID: found.find(({ state }) => state === 'waiting')?.result_id ?? null }
}

const toWaitingResult = (
  row: ResultRow,
  identity: ResultIdentity,
  named: { readonly studyID: string; readonly member: Member } | null,
): WaitingResult =>
  waitingResultSchema.parse({
    resultID: row.result_id,
    channel: row.channel,
    sender: row.sender,
    studyRef: row.study_ref,
    kind: row.kind,
    status: row.status,
    issuedAt: toInstant(row.issued_at * 1000),
    receivedAt: toInstant(row.received_at * 1000),
    identity,
    reason: row.reason,
    named,
  })

const isInReach = async (
  db: Database,
  { study_ref }: Pick<ResultRow, 'study_ref'>,
  context: Pick<HandlerContext, 'caller'>,
): Promise<boolean> => {
  const study = await findStudy(db, study_ref)
  return study === undefined || mayWorkAt(requireCaller(context), study.location_id)
}

const noSuchResult = (): Refusal => new Refusal('not-found', words.notFound)
const isDecided = (): Refusal => new Refusal('act-not-allowed', words.isDecided)

/** Returns a result that the caller may see. Throws 404. */
const findVisibleResult = async (resultID: string, context: ResultsContext): Promise<ResultRow> => {
  const row = await findResult(context.db, resultID)
  if (row === undefined || !(await isInReach(context.db, row, context))) throw noSuchResult()
  context.setAuditSubject({ what: resultID })
  return row
}

/** Returns the report of a waiting result as a PDF. Throws 404, 409 `report-missing`, 422 `pdf-refused`. */
export const readWaitingFile = async (resultID: string, context: ResultsContext) => {
  const row = await findVisibleResult(resultID, context)
  if (row.state !== 'waiting') throw isDecided()
  const file = await readResultFile(row, context)
  if (file.kind === 'none') throw new Refusal('report-missing', words.noFile)
  if (file.kind === 'unreadable') throw unreadable()
  return { fileName: words.fileName, base64: file.base64, pages: file.pages }
}

const unreadable = (): Refusal => new Refusal('pdf-refused', words.unreadable)

/**
 * Accepts a waiting result for the study that a person chose and whose member they confirmed. Repeating the call
 * changes nothing. Throws 404, 403 `location-forbidden`, 409 `stale`, `act-not-allowed`, `already-cancelled`, 422
 * `pdf-refused`.
 */
export const attachResult = async (
  resultID: string,
  { studyID, memberDetails, reason }: HandlerInput<'attachResult'>['body'],
  context: ResultsContext,
): Promise<Done> => {
  const { name } = requireCaller(context)
  const seen = await findVisibleResult(resultID, context)
  if (seen.state !== 'waiting' && seen.study_id !== studyID) throw isDecided()
  const file = await readResultFile(seen, context)
  return inTransaction(context.db, async (db) => {
    const study = await lockStudy(db, studyID, context)
    const result = await findResultForUpdate(db, context.kind, resultID)
    if (result?.study_id === studyID && result.decided_by === name) return { ok: true }
    if (result?.state !== 'waiting') throw isDecided()
    const member = await findMember(db, study.patient_id)
    if (member === undefined || !isMember(memberDetails, member)) throw new Refusal('stale', words.detailsChanged)
    const identity = await readKeptIdentity(db, result)
    const isReasonNeeded = needsAttachReason({ identity, studyRef: result.study_ref }, { studyID }, member)
    if (isReasonNeeded && reason === '') throw new Refusal('act-not-allowed', words.reasonNeeded)
    const problem = await acceptResult(db, study, result, file, name, context)
    if (problem !== null) throw toRefusalOf(problem, study)
    await changeResult(db, resultID, { decided_by: name, decided_reason: reason })
    return { ok: true }
  })
}

const toRefusalOf = (problem: WaitingReason, study: Parameters<typeof alreadyCancelled>[0]): Refusal => {
  if (problem === 'study-cancelled') return alreadyCancelled(study)
  return problem === 'published' ? new Refusal('act-not-allowed', words.isPublished) : unreadable()
}

/** Rejects a waiting result, with a reason. Repeating the call changes nothing. Throws 404, 409. */
export const rejectResult = async (
  resultID: string,
  { reason }: HandlerInput<'rejectResult'>['body'],
  context: ResultsContext,
): Promise<Done> => {
  await findVisibleResult(resultID, context)
  return inTransaction(context.db, async (db) => {
    const result = await findResultForUpdate(db, context.kind, resultID)
    if (result?.state !== 'waiting') throw isDecided()
    const decided = { decided_at: context.now, decided_by: requireCaller(context).name, decided_reason: reason }
    await changeResult(db, resultID, { state: 'rejected', ...decided })
    return { ok: true }
  })
}
