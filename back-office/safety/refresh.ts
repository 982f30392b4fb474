import type { Gender } from '#domain/members/member.ts'
import type { Notice } from '#domain/safety/notices.ts'
import type { Answers } from '#domain/safety/question.ts'
import { changedFields } from '#domain/safety/questionnaire-engine.ts'
import {
  assessSafety,
  currentSignOff,
  decideWithdrawal,
  findOpenStops,
  type SafetyCase,
  summarizeSafety,
  summarizeSafetyDraft,
  toSafetyCase,
} from '#domain/safety/safety-assessment.ts'
import { safetyQuestionnaire } from '#domain/safety/safety-questionnaire.ts'
import type { SafetyRevision } from '#domain/safety/safety-record.ts'
import { decideSedative } from '#domain/study/sedative.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { Database } from '../database/database.ts'
import { type HandlerContext, requireCaller } from '../kernel/handler.ts'
import { findSafetyDraft } from '../repositories/safety-draft-repository.ts'
import {
  findGender,
  findSafetyRow,
  findSignOffs,
  parseAnswersOf,
  type SafetyWriter,
  saveSafetyAnswers,
  withdrawCurrentSignOff,
} from '../repositories/safety-repository.ts'
import { parseSedative, type StudyRow } from '../repositories/studies-repository.ts'
import { scanStartOf } from '../repositories/study-appointment.ts'
import { backOfficeSafetyWords } from './safety-words.ts'

/** The log category for everything about the safety questions. */
export const safetyCategory = 'Safety questions'

/** The columns to write into a study's row, and the log lines: names of fields, never answers. */
export type SafetyRefresh = {
  readonly columns: Pick<StudyRow, 'safety'> & Partial<Pick<StudyRow, 'sedative'>>
  readonly notes: readonly string[]
  /** The stops without a sign-off, of the saved answers and of the draft. */
  readonly openStops: readonly Notice[]
}

type SafetyContext = Pick<HandlerContext, 'kind'> & Partial<Pick<HandlerContext, 'supportPhone'>>
type AppointedStudy = Pick<StudyRow, 'study_id' | 'patient_id' | 'starts_at' | 'timezone'>

/** Returns the caller as the writer of rows. */
export const writerOf = (context: Pick<HandlerContext, 'caller' | 'now'>): SafetyWriter => {
  const { name, userID } = requireCaller(context)
  return { name, userID, at: context.now }
}

/** Builds the input for assessing a study's answers. `now` in epoch seconds. */
export const safetyCaseOf = (
  gender: Gender | null | undefined,
  study: Pick<StudyRow, 'starts_at' | 'timezone'>,
  context: Pick<HandlerContext, 'now'> & Partial<Pick<HandlerContext, 'supportPhone'>>,
): SafetyCase =>
  toSafetyCase({
    gender,
    appointment: scanStartOf(study),
    now: toInstant(context.now * 1000),
    supportPhone: context.supportPhone,
  })

/** Returns the differences of two sets of answers, in a revision's form. */
export const toChanges = (before: Answers, after: Answers): SafetyRevision['changes'] =>
  changedFields(safetyQuestionnaire, before, after).map((field) => ({
    field,
    from: before[field] ?? null,
    to: after[field] ?? null,
  }))

/** Reads a study's safety answers and assesses them against its appointment. `at` in epoch seconds. Writes nothing. */
const readSafety = async (db: Database, study: AppointedStudy, at: number, context: SafetyContext) => {
  const gender = await findGender(db, context.kind, study.patient_id)
  const row = await findSafetyRow(db, study.study_id)
  const signOffs = await findSignOffs(db, study.study_id)
  const draftRow = await findSafetyDraft(db, study.study_id)
  const appointment = scanStartOf(study)
  const safetyCase = safetyCaseOf(gender, study, { ...context, now: at })
  const assess = (answers: Answers) => assessSafety(answers, safetyCase)
  const kept = row === undefined ? {} : parseAnswersOf(row)
  const draft = draftRow === undefined ? null : { row: draftRow, assessment: assess(parseAnswersOf(draftRow)) }
  const assessment = assess(kept)
  const validSignOff = currentSignOff(signOffs)
  const isSigned = validSignOff !== null && decideWithdrawal(validSignOff.ground, assessment, appointment) === null
  const openStops = findOpenStops(assessment, draft?.assessment ?? null, isSigned)
  return { row, kept, assessment, draft, appointment, signOffs, validSignOff, openStops }
}

/** Returns a study's stops without a sign-off, for the study's current answers and appointment. Writes nothing. */
export const readOpenStops = async (
  db: Database,
  study: AppointedStudy,
  context: Pick<HandlerContext, 'kind' | 'now'> & Partial<Pick<HandlerContext, 'supportPhone'>>,
): Promise<readonly Notice[]> => (await readSafety(db, study, context.now, context)).openStops

/**
 * Assesses a study's safety questions again for the appointment in `study` and the member's current sex, in the
 * caller's transaction. Answers to questions that no longer apply are cleared in a revision of their own; a sign-off
 * whose basis has changed is withdrawn in the writer's name. The caller writes the columns with the study's own change,
 * so that row and record commit together.
 */
export const refreshSafety = async (
  db: Database,
  study: AppointedStudy & Pick<StudyRow, 'sedative'>,
  writer: SafetyWriter,
  context: SafetyContext,
): Promise<SafetyRefresh> => {
  const read = await readSafety(db, study, writer.at, context)
  const { row, kept, assessment, appointment, signOffs, validSignOff, openStops } = read
  const notes: string[] = []
  let version = row?.version ?? 0
  if (row !== undefined && assessment.cleared.length > 0) {
    const changes = toChanges(kept, assessment.answers)
    // Under the study's lock no other save can come in between.
    if (await saveSafetyAnswers(db, study.study_id, version, assessment.answers, changes, writer)) version += 1
    notes.push(`Cleared, because the question no longer applies: ${assessment.cleared.join(', ')}`)
  }
  const ending = validSignOff === null ? null : decideWithdrawal(validSignOff.ground, assessment, appointment)
  if (ending !== null) {
    await withdrawCurrentSignOff(db, study.study_id, ending, writer)
    notes.push(`Sign-off withdrawn: ${ending}`)
  }
  const left = ending === null ? signOffs : signOffs.filter((signOff) => signOff !== validSignOff)
  const draft =
    read.draft === null
      ? null
      : summarizeSafetyDraft(
          read.draft.assessment,
          assessment,
          read.draft.row.saved_by,
          toInstant(read.draft.row.saved_at * 1000),
        )
  const columns = { safety: JSON.stringify(summarizeSafety(assessment, version, left, draft)) }
  // A sedative status that was set by hand stays until the answers change.
  if (version === (row?.version ?? 0)) return { columns, notes, openStops }
  const sedative = JSON.stringify(decideSedative(parseSedative(study), assessment.answers))
  if (sedative === study.sedative) return { columns, notes, openStops }
  return { columns: { ...columns, sedative }, notes: [...notes, sedativeNote], openStops }
}

/** The log line does not name the new status, which would reveal the answer. */
export const sedativeNote = backOfficeSafetyWords.log.sedativeStatusChanged
