import type { RouteAnswer } from '#contract/back-office.ts'
import type { Gender } from '#domain/members/member.ts'
import type { Notice } from '#domain/safety/notices.ts'
import { mayLackAnswers } from '#domain/safety/proactive-booking.ts'
import type { Answers } from '#domain/safety/question.ts'
import { assessSafety, parseSafetyAnswers } from '#domain/safety/safety-assessment.ts'
import type { SafetyRecord } from '#domain/safety/safety-record.ts'
import { decideSedative } from '#domain/study/sedative.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { type Database, inTransaction } from '../database/database.ts'
import { type Caller, type HandlerContext, type HandlerInput, mayWorkAt, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { findLocation } from '../repositories/locations-repository.ts'
import { findSafetyDraft, removeSafetyDraft } from '../repositories/safety-draft-repository.ts'
import { findGender, findLastVisit, findSafetyRecord, saveSafetyAnswers } from '../repositories/safety-repository.ts'
import { changeStudy, parseSedative, type StudyRow } from '../repositories/studies-repository.ts'
import { studyAsSeenBy } from '../study-access/as-seen.ts'
import { alreadyCancelled, checkChangeable, staleOf } from '../study-access/checks.ts'
import { lockStudy } from '../study-access/lock.ts'
import { logForStudy } from '../study-access/log.ts'
import { findVisibleStudy } from '../study-access/visible-study.ts'
import { keepHealthNumber, openMember } from './health-number.ts'
import { refreshSafety, safetyCaseOf, safetyCategory, sedativeNote, toChanges, writerOf } from './refresh.ts'
import { backOfficeSafetyWords } from './safety-words.ts'

type AnswersContext = Pick<
  HandlerContext,
  'addAuditSubject' | 'caller' | 'db' | 'kind' | 'newId' | 'now' | 'setAuditSubject' | 'supportPhone'
>

/**
 * Returns a study's safety record with the member's earlier answers, as far as the caller may see them. Throws 404 for
 * an unknown study.
 */
export const readSafetyQuestions = async (studyID: string, context: AnswersContext): Promise<SafetyRecord> => {
  const caller = requireCaller(context)
  const study = await findVisibleStudy(context.db, studyID, context)
  context.setAuditSubject({ memberID: study.patient_id, locationID: study.location_id })
  const [record, lastVisit] = await Promise.all([
    findSafetyRecord(context.db, study),
    findLastVisit(context.db, study, context.now, (other) => !caller.isStaff || mayWorkAt(caller, other.location_id)),
  ])
  if (lastVisit !== null) context.addAuditSubject({ memberID: study.patient_id, studyID: lastVisit.studyID })
  return asSeenBy(caller, { ...record, lastVisit })
}

/**
 * Returns the record as the caller may see it. A member sees the answers, and a draft only if the member alone entered
 * it. After a merge such a draft still names the account of the merged record, so a draft of the caller's account
 * counts too. Only staff see who saved the answers or signed off stops, and why.
 */
export const asSeenBy = (caller: Caller, record: SafetyRecord): SafetyRecord => {
  if (caller.isStaff) return record
  const isOwn = record.draft?.isByMember === true || record.draft?.byUser === caller.userID
  const draft = isOwn ? record.draft : null
  return { ...record, savedBy: null, signOffs: [], settleReasons: [], revisions: [], draft }
}

/** Locks a study for this transaction, if the caller may see it. Throws 404 `not-found`, 409 `already-cancelled`. */
export const openStudy = async (
  db: Database,
  studyID: string,
  context: Pick<HandlerContext, 'caller' | 'kind' | 'setAuditSubject'>,
): Promise<StudyRow> => {
  const study = await lockStudy(db, studyID, context)
  if (study.cancelled === 1) throw alreadyCancelled(study)
  return study
}

/**
 * Saves a study's safety answers (booking spec §4, §5, §7) under an optimistic lock, version 0 for the first save. One
 * write covers record, revision, sedative, summary, withdrawn sign-off and log; for a member's own save also their
 * health number. A draft that the caller has seen is removed in the same write; a draft of others that the caller has
 * not seen stays. Unchanged answers are not refused for an old `version`; they write nothing unless they remove a draft
 * that the caller has seen. Throws 400 `invalid-input` and 422 `missing-required-fields`, both with fields; 404 for an
 * unknown study; 409 `already-cancelled`; 409 `stale` with the record's version; 409 `study-not-bookable` to a member
 * whose study is scanned.
 */
export const saveSafetyQuestions = async (
  input: HandlerInput<'saveSafetyQuestions'>['body'],
  context: AnswersContext,
): Promise<RouteAnswer<'saveSafetyQuestions'>> =>
  inTransaction(context.db, async (db) => {
    const caller = requireCaller(context)
    // A workstation of the staff writes the health number with a separate `changeMember` call. Only a member's own save
    // writes it here.
    if (caller.memberID !== null) await openMember(db, caller.memberID, context)
    const study = await openStudy(db, input.studyID, context)
    // After the scan the answers are the clinic's record: only staff may still correct them, under their name.
    if (!caller.isStaff) checkChangeable(study)
    const gender = await findGender(db, context.kind, study.patient_id)
    const record = await findSafetyRecord(db, study)
    const zone = await zoneOf(db, study)
    const parsed = parseOrRefuse(input.SafetyQuestions, gender ?? null, zone, context)
    const changes = toChanges(record.SafetyQuestions, parsed.answers)
    if (changes.length === 0 && record.draft === null) {
      // A save without changes is not refused for its version, only for missing answers.
      refuseMissing(parsed.unanswered, study)
      return { record: asSeenBy(caller, record), study: studyAsSeenBy(caller, study), cleared: [...parsed.cleared] }
    }
    if (changes.length > 0 && (input.version ?? 0) !== record.version) throw staleRecord(record.version)
    const isDraftSeen = await checkDraftSeen(db, input, study, caller)
    if (changes.length === 0 && !isDraftSeen) {
      refuseMissing(parsed.unanswered, study)
      return { record: asSeenBy(caller, record), study: studyAsSeenBy(caller, study), cleared: [...parsed.cleared] }
    }
    refuseMissing(parsed.unanswered, study)
    const writer = writerOf(context)
    if (
      changes.length > 0 &&
      !(await saveSafetyAnswers(db, study.study_id, record.version, parsed.answers, changes, writer))
    ) {
      throw staleRecord(record.version + 1)
    }
    if (isDraftSeen) await removeSafetyDraft(db, study.study_id)
    const refresh = await refreshSafety(db, study, writer, context)
    const sedative = JSON.stringify(decideSedative(parseSedative(study), parsed.answers))
    const changed = await changeStudy(db, study, { ...refresh.columns, sedative })
    if (changed === undefined) throw await staleOf(db, study.study_id)
    const notes = [
      ...(changes.length === 0 ? [] : [answeredLine(record.version, changes)]),
      ...refresh.notes,
      ...(sedative === study.sedative ? [] : [sedativeNote]),
    ]
    await logForStudy(db, changed, safetyCategory, notes, context)
    if (caller.memberID !== null) await keepHealthNumber(db, caller.memberID, changes)
    return {
      record: asSeenBy(caller, await findSafetyRecord(db, changed)),
      study: studyAsSeenBy(caller, changed),
      cleared: [...parsed.cleared],
    }
  })

/**
 * Returns true if the study has no draft, if the caller names the draft's current version, or if the caller entered all
 * of the draft's answers. In all other cases, returns false if the caller names no draft version, and throws 409
 * `stale` if the caller names another version than the current one. A member's page names no version.
 */
const checkDraftSeen = async (
  db: Database,
  { draftVersion }: HandlerInput<'saveSafetyQuestions'>['body'],
  study: StudyRow,
  caller: Caller,
): Promise<boolean> => {
  const row = await findSafetyDraft(db, study.study_id)
  if (row === undefined || row.version === draftVersion || row.saved_by_user === caller.userID) return true
  if (draftVersion === undefined) return false
  const known = await findSafetyRecord(db, study)
  throw staleRecord(known.version)
}

/** Returns the log line of a save: the fields, never the answers. */
export const answeredLine = (readVersion: number, changes: readonly { readonly field: string }[]): string =>
  `${readVersion === 0 ? 'Answered' : 'Changed'}: ${changes.map(({ field }) => field).join(', ')}`

/**
 * Returns the time zone in which today's date is determined: that of the study's location, or the appointment's zone if
 * the location no longer exists.
 */
export const zoneOf = async (db: Database, study: StudyRow): Promise<ZoneId> =>
  (await findLocation(db, study.location_id))?.timezone ?? ((study.timezone ?? 'UTC') as ZoneId)

/**
 * Reads answers by the questionnaire's rules. Throws 400 `invalid-input` with the problems by field; see {@link
 * parseSafetyAnswers}.
 */
export const parseOrRefuse = (
  unknown: unknown,
  gender: Gender | null,
  zone: ZoneId,
  context: Pick<HandlerContext, 'now'>,
): { readonly answers: Answers; readonly cleared: readonly string[]; readonly unanswered: readonly string[] } => {
  const parsed = parseSafetyAnswers(unknown, gender, toInstant(context.now * 1000), zone)
  if (parsed.ok) return parsed
  throw new Refusal('invalid-input', backOfficeSafetyWords.answersInvalid, {
    fields: parsed.problems,
  })
}

/** Refuses incomplete answers, except for a proactive booking without payment (booking spec §5). */
export const refuseMissing = (
  unanswered: readonly string[],
  study: Pick<StudyRow, 'proactive_booking' | 'payment_amount'>,
): void => {
  const isAllowed = mayLackAnswers({ isProactive: study.proactive_booking === 1, paymentAmount: study.payment_amount })
  if (unanswered.length === 0 || isAllowed) return
  throw new Refusal('missing-required-fields', 'Missing some required fields', {
    fields: Object.fromEntries(unanswered.map((field) => [field, backOfficeSafetyWords.mustBeAnswered])),
  })
}

/** Returns the `stale` failure of a safety record, which has a version of its own besides the study's. */
export const staleRecord = (currentVersion: number): Refusal =>
  new Refusal('stale', backOfficeSafetyWords.answersChanged, {
    currentVersion,
  })

/** Throws 409 `scan-prohibited` with the text of the first prohibitive notice. */
export const refuseProhibited = (notices: readonly Notice[]): void => {
  const prohibitive = notices.find(({ isProhibitive }) => isProhibitive)
  if (prohibitive !== undefined) throw new Refusal('scan-prohibited', prohibitive.text)
}

/** Assesses answers for a study's appointment and the member's current sex. */
export const assessStudy = async (
  db: Database,
  study: StudyRow,
  answers: Answers,
  context: Pick<HandlerContext, 'kind' | 'now' | 'supportPhone'>,
) => assessSafety(answers, safetyCaseOf(await findGender(db, context.kind, study.patient_id), study, context))
