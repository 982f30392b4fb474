import type { RouteAnswer } from '#contract/back-office.ts'
import { canSignOff, currentSignOff, toSignOffBasis } from '#domain/safety/safety-assessment.ts'
import type { Instant } from '#domain/values/instant.ts'
import { type Database, inTransaction } from '../database/database.ts'
import { type HandlerContext, type HandlerInput, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import {
  addSignOff,
  findSafetyRecord,
  findSignOffs,
  withdrawCurrentSignOff,
} from '../repositories/safety-repository.ts'
import { changeStudy, type StudyRow } from '../repositories/studies-repository.ts'
import { scanStartOf } from '../repositories/study-appointment.ts'
import { studyAsSeenBy } from '../study-access/as-seen.ts'
import { staleOf } from '../study-access/checks.ts'
import { logForStudy } from '../study-access/log.ts'
import { assessStudy, openStudy, refuseProhibited, staleRecord } from './answers.ts'
import { refreshSafety, safetyCategory, writerOf } from './refresh.ts'
import { backOfficeSafetyWords } from './safety-words.ts'

type SignOffContext = Pick<
  HandlerContext,
  'caller' | 'db' | 'kind' | 'newId' | 'now' | 'setAuditSubject' | 'supportPhone'
>

/**
 * Signs off the stops of one version of the answers, in the caller's name and with a reason. This replaces an earlier
 * sign-off. Throws 400 `invalid-input` without a reason; 409 `stale` with the record's version (also when the
 * appointment differs from the one that the caller saw), `scan-prohibited` with the notice's text,
 * `nothing-to-sign-off` without a stop or while a required question is unanswered, `already-cancelled`; 404 for an
 * unknown study.
 */
export const signOffSafety = async (
  input: HandlerInput<'signOffSafety'>['body'],
  context: SignOffContext,
): Promise<RouteAnswer<'signOffSafety'>> => {
  checkReason(input.reason)
  return inTransaction(context.db, async (db) => {
    const study = await openStudy(db, input.studyID, context)
    const record = await findSafetyRecord(db, study)
    if (record.version !== input.version) throw staleRecord(record.version)
    checkAppointment(study, input.utcStart, record.version)
    const assessment = await assessStudy(db, study, record.SafetyQuestions, context)
    refuseProhibited(assessment.notices)
    if (!canSignOff(assessment)) {
      throw nothingToSignOff(
        assessment.unanswered.length > 0
          ? backOfficeSafetyWords.unansweredBeforeSignOff
          : backOfficeSafetyWords.nothingToSignOff,
      )
    }
    const writer = writerOf(context)
    await withdrawCurrentSignOff(db, study.study_id, backOfficeSafetyWords.log.signedOffAgain, writer)
    const basis = toSignOffBasis(assessment, scanStartOf(study))
    const { version, reason, studyID } = input
    await addSignOff(db, { signOffID: context.newId(), studyID, version, reason, ground: basis }, writer)
    return saveAndReturnRecord(db, study, backOfficeSafetyWords.log.signedOff, context)
  })
}

/**
 * Withdraws the valid sign-off. Throws 400 `invalid-input` without a reason; 409 `nothing-to-sign-off` when there is no
 * valid sign-off, `already-cancelled`; 404 for an unknown study.
 */
export const withdrawSafetySignOff = async (
  input: HandlerInput<'withdrawSafetySignOff'>['body'],
  context: SignOffContext,
): Promise<RouteAnswer<'withdrawSafetySignOff'>> => {
  checkReason(input.reason)
  return inTransaction(context.db, async (db) => {
    const study = await openStudy(db, input.studyID, context)
    if (currentSignOff(await findSignOffs(db, study.study_id)) === null) {
      throw nothingToSignOff(backOfficeSafetyWords.noSignOff)
    }
    await withdrawCurrentSignOff(db, study.study_id, input.reason, writerOf(context))
    return saveAndReturnRecord(db, study, backOfficeSafetyWords.log.withdrawn, context)
  })
}

/** Refuses an appointment other than the one that the caller saw: stops can depend on its date. */
const checkAppointment = (study: StudyRow, seen: Instant | null | undefined, version: number): void => {
  if (seen === undefined || seen === (scanStartOf(study)?.utcStart ?? null)) return
  throw new Refusal('stale', backOfficeSafetyWords.appointmentMoved, {
    currentVersion: version,
  })
}

/** Requires a letter or digit: invisible characters are not a reason. */
const checkReason = (reason: string): void => {
  if (/[\p{L}\p{N}]/u.test(reason)) return
  const message = backOfficeSafetyWords.reasonNeeded
  throw new Refusal('invalid-input', message, { fields: { reason: message } })
}

const nothingToSignOff = (message: string): Refusal => new Refusal('nothing-to-sign-off', message)

/**
 * Updates the study's safety summary and adds a log line. The reason is stored only in the sign-off record.
 */
const saveAndReturnRecord = async (
  db: Database,
  study: StudyRow,
  line: string,
  context: SignOffContext,
): Promise<RouteAnswer<'signOffSafety'>> => {
  const refresh = await refreshSafety(db, study, writerOf(context), context)
  const changed = await changeStudy(db, study, refresh.columns)
  if (changed === undefined) throw await staleOf(db, study.study_id)
  await logForStudy(db, changed, safetyCategory, [line, ...refresh.notes], context)
  return { record: await findSafetyRecord(db, changed), study: studyAsSeenBy(requireCaller(context), changed) }
}
