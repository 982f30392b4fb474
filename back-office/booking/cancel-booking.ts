import { type Cancellation, cancellationReasons } from '#domain/booking/cancellation.ts'
import type { Study } from '#domain/study/study.ts'
import { toInstant } from '#domain/values/instant.ts'
import { inTransaction } from '../database/database.ts'
import { type HandlerContext, requireCaller } from '../kernel/handler.ts'
import { noSuchStudy } from '../kernel/route-access.ts'
import { findLocation } from '../repositories/locations-repository.ts'
import { removeMachineTimeOfStudy } from '../repositories/machine-times-repository.ts'
import { changeStudy, findStudy, noTime, parseStatus } from '../repositories/studies-repository.ts'
import { refreshSafety, safetyCategory, writerOf } from '../safety/refresh.ts'
import { studyAsSeenBy } from '../study-access/as-seen.ts'
import { checkChangeable, staleOf } from '../study-access/checks.ts'
import { describeTime, logForStudy } from '../study-access/log.ts'
import { findVisibleStudy } from '../study-access/visible-study.ts'
import { openMachines } from './placement.ts'

type CancelBookingContext = Pick<
  HandlerContext,
  'caller' | 'db' | 'kind' | 'newId' | 'now' | 'setAuditSubject' | 'supportPhone'
>

/**
 * Cancels an appointment with its reason and detail (booking spec §5, decisions §4) and frees the machine at once. The
 * log has the reason, never the detail's free text. Throws 409 `already-cancelled`, `study-not-bookable` for a scanned
 * study.
 */
export const cancelBooking = async (
  studyID: string,
  cancellation: Cancellation,
  context: CancelBookingContext,
): Promise<Study> => {
  const caller = requireCaller(context)
  const seen = await findVisibleStudy(context.db, studyID, context)
  checkChangeable(seen)
  const location = await findLocation(context.db, seen.location_id)
  context.setAuditSubject({ memberID: seen.patient_id })
  return inTransaction(context.db, async (db) => {
    await openMachines(db, [seen.machine_id], [seen.location_id], context)
    const study = await findStudy(db, studyID)
    if (study === undefined) throw noSuchStudy()
    checkChangeable(study)
    await removeMachineTimeOfStudy(db, studyID)
    const safety = await refreshSafety(db, { ...study, ...noTime }, writerOf(context), context)
    const cancelled = await changeStudy(db, study, {
      ...noTime,
      temporary_hold: 0,
      temporary_hold_until: null,
      cancelled: 1,
      cancellation: JSON.stringify(cancellation),
      status: JSON.stringify({
        ...parseStatus(study),
        booked: false,
        cancelled: true,
        cancelledTime: toInstant(context.now * 1000),
        cancelledBy: caller.name,
      }),
      ...safety.columns,
    })
    if (cancelled === undefined) throw await staleOf(db, studyID)
    const reason = cancellationReasons.find((candidate) => candidate.code === cancellation.cancellationReason)
    const when = location === undefined || study.starts_at === null ? '' : ` ${describeTime(location, study)}`
    const why = reason === undefined ? cancellation.cancellationReason : `${reason.group}, ${reason.label}`
    await logForStudy(db, cancelled, 'Booking', [`Cancelled${when}: ${why}`], context)
    await logForStudy(db, cancelled, safetyCategory, safety.notes, context)
    return studyAsSeenBy(requireCaller(context), cancelled)
  })
}
