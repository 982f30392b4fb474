import type { RouteAnswer } from '#contract/back-office.ts'
import { isSameValue } from '#domain/study/merge-fields.ts'
import { prescriptionFieldsOf, prescriptionReason, withPrescription } from '#domain/study/prescription.ts'
import { setSedativeStatus } from '#domain/study/sedative-dates.ts'
import { canSetSedativeTaken } from '#domain/study/sedative-permissions.ts'
import type { Study } from '#domain/study/study.ts'
import { toInstant } from '#domain/values/instant.ts'
import { todayAt } from '#domain/values/location-clock.ts'
import { inTransaction } from '../database/database.ts'
import { type Caller, type HandlerContext, type HandlerInput, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { forbidden } from '../kernel/route-access.ts'
import { changeStudy, parseSedative, type StudyRow } from '../repositories/studies-repository.ts'
import { studyAsSeenBy } from '../study-access/as-seen.ts'
import { alreadyCancelled, checkVersion, staleOf } from '../study-access/checks.ts'
import { locationOf } from '../study-access/location-of-study.ts'
import { lockStudy } from '../study-access/lock.ts'
import { logForStudy } from '../study-access/log.ts'
import { checkStudyAction } from '../study-access/permissions.ts'
import { findVisibleStudy } from '../study-access/visible-study.ts'
import { openStudy } from './answers.ts'
import { sedativeNote } from './refresh.ts'
import { backOfficeSafetyWords } from './safety-words.ts'

type SedativeContext = Pick<
  HandlerContext,
  'caller' | 'db' | 'environment' | 'kind' | 'newId' | 'now' | 'preferredConsultUsers' | 'setAuditSubject'
>

/**
 * Sets the status of a study's sedative, dated with today's date in the location's time zone (study spec §3, §4). The
 * pharmacy stays. An unchanged status writes nothing. Throws 409 `stale` if a version is named and stale, 409
 * `already-cancelled`; 404 for an unknown study.
 */
export const updatePrescriptionStatus = async (
  studyID: string,
  input: HandlerInput<'updatePrescriptionStatus'>['body'],
  context: SedativeContext,
): Promise<Study> =>
  inTransaction(context.db, async (db) => {
    const study = await openStudy(db, studyID, context)
    checkStudyAction(context, study, 'set-sedative-status')
    if (input.version !== undefined) checkVersion(study, input.version)
    const sedative = parseSedative(study)
    if (sedative.status === input.sedative) return studyAsSeenBy(requireCaller(context), study)
    const { timezone } = await locationOf(db, study)
    const next = setSedativeStatus(sedative, input.sedative, todayAt(toInstant(context.now * 1000), timezone))
    const changed = await changeStudy(db, study, { sedative: JSON.stringify(next) })
    if (changed === undefined) throw await staleOf(db, studyID)
    await logForStudy(db, changed, 'Study', [sedativeNote], context)
    return studyAsSeenBy(requireCaller(context), changed)
  })

/**
 * Records or corrects the prescription of a study's sedative, with the person and the time; a sedative that was only
 * requested becomes prescribed today. The same prescription again writes nothing and is not refused for a stale
 * version. The log line does not name the medicine. Throws 409 `act-not-allowed` with {@link prescriptionReason}, 409
 * `stale` if a version is named and stale, 409 `already-cancelled`; 404 for an unknown study.
 */
export const recordPrescription = async (
  studyID: string,
  { prescription, version }: HandlerInput<'recordPrescription'>['body'],
  context: SedativeContext,
): Promise<Study> =>
  inTransaction(context.db, async (db) => {
    const study = await lockStudy(db, studyID, context)
    checkStudyAction(context, study, 'record-prescription')
    if (study.cancelled === 1) throw alreadyCancelled(study)
    const sedative = parseSedative(study)
    const recorded = prescriptionFieldsOf(sedative)
    if (isSameValue(recorded, prescription)) return studyAsSeenBy(requireCaller(context), study)
    const reason = prescriptionReason(sedative, { cancelled: false })
    if (reason !== null) throw new Refusal('act-not-allowed', reason)
    if (version !== undefined) checkVersion(study, version)
    const { timezone } = await locationOf(db, study)
    const at = toInstant(context.now * 1000)
    const next = withPrescription(sedative, prescription, {
      at,
      by: requireCaller(context).name,
      today: todayAt(at, timezone),
    })
    const changed = await changeStudy(db, study, { sedative: JSON.stringify(next) })
    if (changed === undefined) throw await staleOf(db, studyID)
    const { prescriptionRecorded, prescriptionCorrected } = backOfficeSafetyWords.log
    await logForStudy(db, changed, 'Study', [recorded === null ? prescriptionRecorded : prescriptionCorrected], context)
    return studyAsSeenBy(requireCaller(context), changed)
  })

const isTaken = (study: Pick<StudyRow, 'sedative_taken'>): boolean => study.sedative_taken === 'Sedative Taken'

/** Returns whether the sedative was taken, from the booking's sedative choice. Throws 404 for an unknown study. */
export const readPrescriptionTaken = async (
  studyID: string,
  context: Pick<HandlerContext, 'caller' | 'db' | 'setAuditSubject'>,
): Promise<RouteAnswer<'readPrescriptionTaken'>> => {
  const study = await findVisibleStudy(context.db, studyID, context)
  context.setAuditSubject({ memberID: study.patient_id, locationID: study.location_id })
  return { prescriptionTaken: isTaken(study) }
}

/**
 * Records whether the sedative was taken; "not taken" differs from "never asked". An unchanged value writes nothing.
 * Throws 400 when `atriumID` is not the study's member, 403 for others than the front desk, 404 for an unknown study.
 */
export const setPrescriptionTaken = async (
  studyID: string,
  { prescriptionTaken, atriumID }: HandlerInput<'setPrescriptionTaken'>['body'],
  context: SedativeContext,
): Promise<RouteAnswer<'setPrescriptionTaken'>> =>
  inTransaction(context.db, async (db) => {
    const study = await lockStudy(db, studyID, context)
    checkStudyAction(context, study, 'set-sedative-taken')
    if (atriumID !== study.patient_id) {
      const message = backOfficeSafetyWords.otherMember
      throw new Refusal('invalid-input', message, { fields: { atriumID: message } })
    }
    const choice = prescriptionTaken ? 'Sedative Taken' : 'No Sedative Taken'
    if (choice === study.sedative_taken)
      return { prescriptionTaken, study: studyAsSeenBy(requireCaller(context), study) }
    const changed = await changeStudy(db, study, { sedative_taken: choice })
    if (changed === undefined) throw await staleOf(db, studyID)
    await logForStudy(db, changed, 'Study', [sedativeChoiceNote], context)
    return { prescriptionTaken: isTaken(changed), study: studyAsSeenBy(requireCaller(context), changed) }
  })

/** The log line does not name the choice, which is health data. */
export const sedativeChoiceNote = backOfficeSafetyWords.log.sedativeChanged

/** Throws if a sedative choice is given and the caller does not have the role frontdesk (booking spec §6). */
export const checkMayChooseSedative = (caller: Caller, choice: string | null | undefined): void => {
  if (choice !== null && choice !== undefined && !canSetSedativeTaken(caller.roles)) {
    throw forbidden(backOfficeSafetyWords.deskOnly)
  }
}
