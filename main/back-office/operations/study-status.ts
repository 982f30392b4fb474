import type { Study } from '#domain/study/study.ts'
import { toInstant } from '#domain/time/instant.ts'
import { inTransaction } from '../repositories/database.ts'
import { findSafetyRecord } from '../repositories/safety-repository.ts'
import { changeStudy, parseSedative, parseStatus, toStudy } from '../repositories/studies-repository.ts'
import { type HandlerContext, type HandlerInput, requireCaller } from '../rest/handler.ts'
import { checkChangeable, checkVersion, staleOf } from './bookings-checks.ts'
import { logForStudy } from './bookings-log.ts'
import { assessStudy, openStudy, refuseProhibited } from './safety.ts'
import { sedativeNote } from './safety-refresh.ts'

/**
 * Checks a member in at the desk. Twice is fine: the study as it is. Throws 409 `scan-prohibited` in the notice's own words
 * while one stands that nobody may sign off, `already-cancelled`, `study-not-bookable` once scanned; 404. Other safety
 * notices, and questions not answered, are the desk's to weigh: they do not keep a member out.
 */
export const checkIn = async (studyID: string, context: HandlerContext): Promise<Study> => {
  const caller = requireCaller(context)
  return inTransaction(context.db, async (db) => {
    const study = await openStudy(db, studyID, context)
    const status = parseStatus(study)
    if (status.checkin) return toStudy(study)
    checkChangeable(study)
    const { SafetyQuestions } = await findSafetyRecord(db, study)
    refuseProhibited((await assessStudy(db, study, SafetyQuestions, context)).notices)
    const changed = await changeStudy(db, study, {
      status: JSON.stringify({
        ...status,
        checkin: true,
        checkinTime: toInstant(context.now * 1000),
        checkinBy: caller.name,
      }),
    })
    if (changed === undefined) throw await staleOf(db, studyID)
    await logForStudy(db, changed, 'Study', ['Checked in'], context)
    return toStudy(changed)
  })
}

/**
 * Sets the status of a study's sedative (study spec §4); its pharmacy stays. Naming a version makes it a change over that
 * version of the study: 409 `stale`. The status it has already changes nothing. 409 `already-cancelled`; 404.
 */
export const updatePrescriptionStatus = async (
  studyID: string,
  input: HandlerInput<'updatePrescriptionStatus'>['body'],
  context: HandlerContext,
): Promise<Study> =>
  inTransaction(context.db, async (db) => {
    const study = await openStudy(db, studyID, context)
    if (input.version !== undefined) checkVersion(study, input.version)
    const sedative = parseSedative(study)
    if (sedative.status === input.sedative) return toStudy(study)
    const changed = await changeStudy(db, study, { sedative: JSON.stringify({ ...sedative, status: input.sedative }) })
    if (changed === undefined) throw await staleOf(db, studyID)
    await logForStudy(db, changed, 'Study', [sedativeNote], context)
    return toStudy(changed)
  })
