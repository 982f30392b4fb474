import type { RouteAnswer } from '#contract/back-office.ts'
import type { Gender } from '#domain/members/member.ts'
import { mergeAnswers } from '#domain/safety/merge-answers.ts'
import type { Answers, AnswerValue } from '#domain/safety/question.ts'
import { askedQuestions, changedFields, evaluate } from '#domain/safety/questionnaire-engine.ts'
import { parseSafetyAnswers } from '#domain/safety/safety-assessment.ts'
import { safetyQuestionnaire } from '#domain/safety/safety-questionnaire.ts'
import { type SafetyRecord, sharedAnswersOf } from '#domain/safety/safety-record.ts'
import type { Study } from '#domain/study/study.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { type Database, inTransaction } from '../database/database.ts'
import { type HandlerContext, type HandlerInput, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { findSafetyDraft, putSafetyDraft, removeSafetyDraft } from '../repositories/safety-draft-repository.ts'
import { findGender, findSafetyRecord } from '../repositories/safety-repository.ts'
import { changeStudy, type StudyRow } from '../repositories/studies-repository.ts'
import { studyAsSeenBy } from '../study-access/as-seen.ts'
import { checkChangeable, staleOf } from '../study-access/checks.ts'
import { logForStudy } from '../study-access/log.ts'
import { asSeenBy, openStudy, zoneOf } from './answers.ts'
import { refreshSafety, safetyCategory, writerOf } from './refresh.ts'
import { backOfficeSafetyWords } from './safety-words.ts'

type DraftContext = Pick<
  HandlerContext,
  'caller' | 'db' | 'kind' | 'newId' | 'now' | 'setAuditSubject' | 'supportPhone'
>

const fields: ReadonlySet<string> = new Set(askedQuestions(safetyQuestionnaire).map(({ field }) => field))

/** Answers in progress. `unread` are the fields whose value is not valid yet, such as half a date. */
type UnfinishedAnswers = { readonly answers: Answers; readonly unread: readonly string[] }

/**
 * Reads answers in progress, and omits values that are not valid yet. Throws 400 `invalid-input` for a field that
 * is not a question, and when the remaining answers are not valid together.
 */
export const parseUnfinishedAnswers = (
  unknown: Readonly<Record<string, unknown>>,
  gender: Gender | null,
  zone: ZoneId,
  context: Pick<HandlerContext, 'now'>,
): UnfinishedAnswers => {
  const strange = Object.keys(unknown).filter((field) => !fields.has(field))
  if (strange.length > 0) {
    throw new Refusal('invalid-input', backOfficeSafetyWords.answersInvalid, {
      fields: Object.fromEntries(
        strange.slice(0, 100).map((field) => [field.toWellFormed(), backOfficeSafetyWords.notAQuestion]),
      ),
    })
  }
  const now = toInstant(context.now * 1000)
  const parsed = parseSafetyAnswers(unknown, gender, now, zone)
  if (parsed.ok) return { answers: parsed.answers, unread: [] }
  const valid = Object.entries(unknown).filter(([field]) => !Object.hasOwn(parsed.problems, field))
  const again = parseSafetyAnswers(Object.fromEntries(valid), gender, now, zone)
  if (again.ok) return { answers: again.answers, unread: Object.keys(parsed.problems) }
  throw new Refusal('invalid-input', backOfficeSafetyWords.answersInvalid, {
    fields: again.problems,
  })
}

const withFieldsOf = (answers: Answers, from: Answers, taken: readonly string[]): Answers => {
  const next: Record<string, AnswerValue> = { ...answers }
  for (const field of taken) {
    const value = from[field]
    if (value === undefined) delete next[field]
    else next[field] = value
  }
  return next
}

const isSame = (a: Answers, b: Answers): boolean => changedFields(safetyQuestionnaire, a, b).length === 0

/** Writes the summary of a study whose draft changed, with a log line if there is one. */
const answerChanged = async (
  db: Database,
  study: StudyRow,
  line: string | null,
  context: DraftContext,
): Promise<{ readonly record: SafetyRecord; readonly study: Study }> => {
  const refresh = await refreshSafety(db, study, writerOf(context), context)
  const changed = await changeStudy(db, study, refresh.columns)
  if (changed === undefined) throw await staleOf(db, study.study_id)
  const lines = [...(line === null ? [] : [line]), ...refresh.notes]
  if (lines.length > 0) await logForStudy(db, changed, safetyCategory, lines, context)
  const caller = requireCaller(context)
  return { record: asSeenBy(caller, await findSafetyRecord(db, changed)), study: studyAsSeenBy(caller, changed) }
}

/**
 * Saves incomplete answers (decisions §6), merged field by field with those of other workstations: the contract's
 * `saveSafetyDraft` has the rules. The study's log gets one line per draft, when the draft is begun; the audit log gets
 * a line for each change.
 */
export const saveSafetyDraft = async (
  input: HandlerInput<'saveSafetyDraft'>['body'],
  context: DraftContext,
): Promise<RouteAnswer<'saveSafetyDraft'>> =>
  inTransaction(context.db, async (db) => {
    const caller = requireCaller(context)
    const { userID } = caller
    const study = await openStudy(db, input.studyID, context)
    if (!caller.isStaff) checkChangeable(study)
    const gender = (await findGender(db, context.kind, study.patient_id)) ?? null
    const zone = await zoneOf(db, study)
    const base = parseUnfinishedAnswers(input.base, gender, zone, context).answers
    const parsed = parseUnfinishedAnswers(input.SafetyQuestions, gender, zone, context)
    // A half-typed value removes nothing: the earlier answer counts until the new one is valid.
    const mine = withFieldsOf(parsed.answers, base, parsed.unread)
    const record = await findSafetyRecord(db, study)
    const row = await findSafetyDraft(db, study.study_id)
    const current = sharedAnswersOf(record)
    const merged = mergeAnswers(safetyQuestionnaire, base, mine, current)
    // If the same user answered twice, the later answer counts, unless another user answered in between.
    const isOwn = row !== undefined && row.saved_by_user === userID
    const isSole = row === undefined || isOwn
    const differing = isOwn ? [] : merged.conflicts.map(({ field }) => field)
    const facts = gender === null ? {} : { gender }
    const { answers } = evaluate(safetyQuestionnaire, facts, withFieldsOf(merged.answers, current, differing))
    // A member must not learn at which questions the clinic's answers differ.
    const conflicts = caller.isStaff ? differing : []
    if (isSame(answers, current)) {
      return { record: asSeenBy(caller, record), study: studyAsSeenBy(caller, study), conflicts }
    }
    if (isSame(answers, record.SafetyQuestions)) {
      await removeSafetyDraft(db, study.study_id)
      return { ...(await answerChanged(db, study, null, context)), conflicts }
    }
    await putSafetyDraft(db, study, {
      answers: JSON.stringify(answers),
      version: Math.max((row?.version ?? 0) + 1, context.now),
      base_version: record.version,
      ...draftWriter(context),
      ...(isSole ? {} : { saved_by_user: null }),
    })
    const line = row === undefined ? draftBegun : null
    return { ...(await answerChanged(db, study, line, context)), conflicts }
  })

/** The log line of a new draft. */
export const draftBegun = backOfficeSafetyWords.log.draftBegun

/** Returns the caller in the form of a draft's row. */
export const draftWriter = (context: Pick<HandlerContext, 'caller' | 'now'>) => {
  const { name, userID, at } = writerOf(context)
  return { saved_at: at, saved_by: name, saved_by_user: userID }
}

/** Removes a study's draft for every workstation. A draft that is already gone is not an error. */
export const discardSafetyDraft = async (
  input: HandlerInput<'discardSafetyDraft'>['body'],
  context: DraftContext,
): Promise<RouteAnswer<'discardSafetyDraft'>> =>
  inTransaction(context.db, async (db) => {
    const study = await openStudy(db, input.studyID, context)
    if (await removeSafetyDraft(db, study.study_id)) {
      return await answerChanged(db, study, backOfficeSafetyWords.log.draftDiscarded, context)
    }
    const caller = requireCaller(context)
    return { record: asSeenBy(caller, await findSafetyRecord(db, study)), study: studyAsSeenBy(caller, study) }
  })
