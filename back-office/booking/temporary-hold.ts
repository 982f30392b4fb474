import type { Appointment } from '#domain/booking/appointment.ts'
import { temporaryHoldHours } from '#domain/booking/hold-times.ts'
import type { EventID, Stretch } from '#domain/booking/machine-time.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import type { Study } from '#domain/study/study.ts'
import { toEpochMs, toInstant } from '#domain/values/instant.ts'
import { type CalendarID, type SkuID, toMachineID } from '#domain/values/location-id.ts'
import { toMoney } from '#domain/values/money.ts'
import { inTransaction } from '../database/database.ts'
import { type HandlerContext, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { noSuchStudy } from '../kernel/route-access.ts'
import { keepMachineTimeOfStudy } from '../repositories/machine-times-repository.ts'
import { changeStudy, findStudy, parseStatus, type StudyRow } from '../repositories/studies-repository.ts'
import { refreshSafety, safetyCategory, writerOf } from '../safety/refresh.ts'
import { studyAsSeenBy } from '../study-access/as-seen.ts'
import { checkChangeable, readAgain, staleOf } from '../study-access/checks.ts'
import { describeOutsideHours, describeTime, logForStudy } from '../study-access/log.ts'
import { findVisibleStudy } from '../study-access/visible-study.ts'
import { planAppointment } from './appointment.ts'
import { backOfficeBookingWords } from './booking-words.ts'
import { bookedStatus } from './create-booking.ts'
import { findBookableLocation } from './permissions.ts'
import { openMachines, placeStudy, refusingTakenMachine } from './placement.ts'
import { checkConversion, checkStopsAt, keepReason } from './settle-reason.ts'

type TemporaryHoldContext = Pick<
  HandlerContext,
  'caller' | 'db' | 'kind' | 'newId' | 'now' | 'setAuditSubject' | 'supportPhone'
>

type AddEventRequest = Stretch & {
  readonly studyId: string
  readonly calendarId: CalendarID
  readonly holdEventID: EventID | null
  readonly settleReason?: string | null | undefined
  readonly slotSelectionType?: Appointment['slotSelectionType'] | undefined
  readonly outsideHoursConfirmed?: boolean | undefined
}

/**
 * Turns a temporary-hold booking into a real one (booking spec §4: when a discount brings the balance to zero or less).
 * Throws 409 `not-a-temporary-hold` (also when its 48 hours are over), `balance-due` while an amount is due,
 * `already-cancelled`, `scan-prohibited`; 422 `settle-reason-required` for a stop that neither a sign-off nor a reason
 * covers.
 */
export const convertTemporaryHold = async (
  studyID: string,
  settleReason: string | null | undefined,
  context: TemporaryHoldContext,
): Promise<Study> => {
  const caller = requireCaller(context)
  const seen = await findVisibleStudy(context.db, studyID, context)
  context.setAuditSubject({ memberID: seen.patient_id })
  return inTransaction(context.db, async (db) => {
    await openMachines(db, [seen.machine_id], [seen.location_id], context)
    const study = await findStudy(db, studyID)
    if (study === undefined) throw noSuchStudy()
    checkChangeable(study)
    if (study.temporary_hold !== 1) {
      throw new Refusal('not-a-temporary-hold', backOfficeBookingWords.notTemporaryHold)
    }
    if (study.balance > 0) {
      throw new Refusal('balance-due', backOfficeBookingWords.balanceDue)
    }
    const safety = await refreshSafety(db, study, writerOf(context), context)
    const reason = await checkConversion(db, study, safety, settleReason, context)
    await keepMachineTimeOfStudy(db, studyID, 'study')
    const converted = await changeStudy(db, study, {
      temporary_hold: 0,
      temporary_hold_until: null,
      status: JSON.stringify({ ...parseStatus(study), ...bookedStatus(caller, context.now) }),
      ...safety.columns,
    })
    if (converted === undefined) throw await staleOf(db, studyID)
    await logForStudy(db, converted, 'Booking', [backOfficeBookingWords.log.holdConverted], context)
    await keepReason(db, converted, reason, context)
    await logForStudy(db, converted, safetyCategory, safety.notes, context)
    return studyAsSeenBy(requireCaller(context), converted)
  })
}

/**
 * Gives a study without a time its appointment, at the study's own location. A repetition returns the study unchanged.
 * Throws 409 `study-not-bookable` when it already has another appointment, `slot-taken`, `already-cancelled`; 400
 * `invalid-input` for a calendar of another location, or if `utcEnd` is not the start plus the minutes that the scan
 * takes on this machine; and what {@link checkStopsAt} throws for the study's stops.
 */
export const addCalendarEvent = async (
  request: AddEventRequest,
  isTemporaryHold: boolean,
  context: TemporaryHoldContext,
): Promise<Study> => {
  const caller = requireCaller(context)
  const seen = await findVisibleStudy(context.db, request.studyId, context)
  checkChangeable(seen)
  if (isAtThatTime(seen, request)) return studyAsSeenBy(requireCaller(context), seen)
  if (seen.starts_at !== null) {
    throw new Refusal('study-not-bookable', backOfficeBookingWords.hasAppointment)
  }
  const location = await findBookableLocation(context.db, seen.location_id, context)
  const machineID = toMachineID(request.calendarId)
  const wish = {
    skuID: seen.sku_id as SkuID,
    machineID,
    utcStart: request.utcStart,
    slotSelectionType: request.slotSelectionType ?? (seen.slot_selection_type === 'manual' ? 'manual' : 'slot'),
  } as const
  const plan = planAppointment(location, wish, context.now, {
    locationID: seen.location_id,
    skuID: seen.sku_id,
    price: toMoney(seen.price),
  })
  if (toEpochMs(request.utcEnd) !== plan.to * 1000) {
    const message = backOfficeBookingWords.otherEnd(formatInstant(toInstant(plan.to * 1000), location.timezone))
    throw new Refusal('invalid-input', message, { fields: { utcEnd: message } })
  }
  context.setAuditSubject({ memberID: seen.patient_id })
  const holdUntil = isTemporaryHold ? context.now + temporaryHoldHours * 3600 : null
  return refusingTakenMachine(() =>
    inTransaction(context.db, async (db) => {
      await openMachines(db, [machineID], [location.locationID], context)
      const study = await readAgain(db, seen)
      const { eventID } = await placeStudy(
        db,
        {
          studyID: study.study_id,
          location,
          plan,
          holdEventID: request.holdEventID,
          isTemporaryHold,
          holdUntil,
          override: null,
          isConfirmed: request.outsideHoursConfirmed === true,
        },
        context,
      )
      const safety = await refreshSafety(db, { ...study, ...plan.columns }, writerOf(context), context)
      const reason = checkStopsAt('booked', safety, request.settleReason, context)
      const placed = await changeStudy(db, study, {
        ...plan.columns,
        event_id: eventID,
        slot_selection_type: wish.slotSelectionType,
        temporary_hold: isTemporaryHold ? 1 : 0,
        temporary_hold_until: holdUntil,
        status: JSON.stringify({
          ...parseStatus(study),
          ...(isTemporaryHold ? {} : bookedStatus(caller, context.now)),
        }),
        ...safety.columns,
      })
      if (placed === undefined) throw await staleOf(db, study.study_id)
      const when = describeTime(location, placed)
      const outside = describeOutsideHours(location, { ...request, ...wish }, plan.to)
      await logForStudy(
        db,
        placed,
        'Booking',
        [`${isTemporaryHold ? 'Held' : 'Booked'} for ${when}`, ...outside],
        context,
      )
      await keepReason(db, placed, reason, context)
      await logForStudy(db, placed, safetyCategory, safety.notes, context)
      return studyAsSeenBy(requireCaller(context), placed)
    }),
  )
}

const isAtThatTime = (study: StudyRow, request: AddEventRequest): boolean =>
  study.starts_at !== null &&
  study.starts_at * 1000 === toEpochMs(request.utcStart) &&
  study.machine_id === toMachineID(request.calendarId)
