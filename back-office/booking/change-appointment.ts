import type { AppointmentChange } from '#domain/booking/booking-request.ts'
import { isLocationLocked, locationLockedReason } from '#domain/booking/location-lock.ts'
import { moveAddons, sumOfAddons } from '#domain/locations/addon.ts'
import { type ClearedMarks, marksClearedByMove } from '#domain/study/marks-of-appointment.ts'
import type { Study, StudyStatus } from '#domain/study/study.ts'
import { toInstant } from '#domain/values/instant.ts'
import { toMoney } from '#domain/values/money.ts'
import { inTransaction } from '../database/database.ts'
import { type HandlerContext, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { findLocation } from '../repositories/locations-repository.ts'
import {
  changeStudy,
  findStudyForUpdate,
  parseAddons,
  parseStatus,
  type StudyRow,
  toItemsColumn,
} from '../repositories/studies-repository.ts'
import { refreshSafety, safetyCategory, writerOf } from '../safety/refresh.ts'
import { studyAsSeenBy } from '../study-access/as-seen.ts'
import { checkChangeable, checkVersion, readAgain, staleOf } from '../study-access/checks.ts'
import { toCheckInWithdrawal, writeFlags } from '../study-access/flags.ts'
import { describeOutsideHours, describeOverride, describeTime, logForStudy } from '../study-access/log.ts'
import { refuseOpenAttempt } from '../study-access/open-attempt.ts'
import { paidStatus } from '../study-access/paid-status.ts'
import { findVisibleStudy } from '../study-access/visible-study.ts'
import { planAppointment } from './appointment.ts'
import { backOfficeBookingWords } from './booking-words.ts'
import { bookedStatus } from './create-booking.ts'
import { checkMayOverride, findBookableLocation } from './permissions.ts'
import { consumeHold, openMachines, placeStudy, refusingTakenMachine } from './placement.ts'
import { withSentMarks } from './sent-marks.ts'
import { checkStopsAt, keepReason } from './settle-reason.ts'

type ChangeAppointmentContext = Pick<
  HandlerContext,
  'caller' | 'db' | 'kind' | 'newId' | 'now' | 'setAuditSubject' | 'supportPhone'
>

/**
 * Moves a study to another time, machine, location or scan type (booking spec §4, §5; decisions §5 rescheduling). One
 * transaction takes the new slot and frees the old one, so any failure leaves the old appointment unchanged. A change
 * of start or location clears the check-in and the flags of sent reminders and booking confirmations. A move back to
 * an earlier time sets the flags of the messages that the member already has about it. The new time may overlap the
 * study's own old time. A temporary hold keeps its expiry time. Throws 409 `stale` with the current version,
 * `already-cancelled`, `study-not-bookable` for a scanned study, `location-locked-by-payment`, `slot-taken`;
 * `payment-in-progress` while a card attempt is open and location, scan type or price would change. Also throws what
 * {@link checkStopsAt} throws for stops at the new time, and what a new booking throws for its time and place.
 */
export const changeAppointmentTime = async (
  change: AppointmentChange,
  context: ChangeAppointmentContext,
): Promise<Study> => {
  const caller = requireCaller(context)
  checkMayOverride(caller, change.override)
  const seen = await findVisibleStudy(context.db, change.studyID, context)
  checkChangeable(seen)
  checkVersion(seen, change.version)
  const location = await findBookableLocation(context.db, change.locationID, context)
  const money = { paymentMade: seen.payment_made === 1, paymentAmount: seen.payment_amount }
  if (seen.location_id !== change.locationID && isLocationLocked(money)) {
    throw new Refusal('location-locked-by-payment', locationLockedReason)
  }
  if (isSameAppointment(seen, change)) {
    // The appointment stays the same, so the hold is no longer needed.
    await inTransaction(context.db, (db) => consumeHold(db, change.holdEventID, context))
    return studyAsSeenBy(requireCaller(context), seen)
  }
  const plan = planAppointment(location, change, context.now, {
    locationID: seen.location_id,
    skuID: seen.sku_id,
    price: toMoney(seen.price),
  })
  const origin = await findLocation(context.db, seen.location_id)
  context.setAuditSubject({ memberID: seen.patient_id })
  return refusingTakenMachine(() =>
    inTransaction(context.db, async (db) => {
      const machines = [seen.machine_id, plan.machine.machineID]
      await openMachines(db, machines, [seen.location_id, location.locationID], context)
      const isOtherBill =
        seen.location_id !== location.locationID || seen.sku_id !== change.skuID || seen.price !== plan.price
      if (isOtherBill) {
        // A card attempt locks the same row, so that none can start while location, scan type or price change.
        await findStudyForUpdate(db, context.kind, seen.study_id)
        await refuseOpenAttempt(db, seen)
      }
      const study = await readAgain(db, seen)
      const { eventID, isOverridden } = await placeStudy(
        db,
        {
          studyID: study.study_id,
          location,
          plan,
          holdEventID: change.holdEventID,
          isTemporaryHold: study.temporary_hold === 1,
          holdUntil: study.temporary_hold_until,
          override: change.override,
          isConfirmed: change.outsideHoursConfirmed === true,
        },
        context,
      )
      // The balance changes by the difference between the new total and the old total.
      const before = parseAddons(study)
      const isElsewhere = study.location_id !== location.locationID
      // Add-ons are agreed at one location, in its currency.
      const { addons, dropped } = isElsewhere ? moveAddons(before, location) : { addons: before, dropped: [] }
      const total = plan.price + sumOfAddons(addons)
      const totalBefore = study.price + sumOfAddons(before)
      const balance = study.balance + total - totalBefore
      const isRepriced = plan.price !== study.price || total !== totalBefore
      const status = isRepriced ? paidStatus(study, balance, caller.name, context.now) : parseStatus(study)
      const isUpdate = study.starts_at !== null
      const isOtherTime = isUpdate && (isElsewhere || study.starts_at !== plan.columns.starts_at)
      const cleared = isOtherTime ? marksClearedByMove(status) : null
      const kept = withoutMarks(status, cleared, context)
      const ofPlan = { startsAt: plan.from, locationID: location.locationID }
      const marked = isOtherTime ? await withSentMarks(db, kept, study.study_id, ofPlan) : kept
      const safety = await refreshSafety(db, { ...study, ...plan.columns }, writerOf(context), context)
      const reason = checkStopsAt(isUpdate ? 'moved' : 'booked', safety, change.settleReason, context)
      const moved = await changeStudy(db, study, {
        ...plan.columns,
        event_id: eventID,
        location_id: location.locationID,
        sku_id: change.skuID,
        price: plan.price,
        ...toItemsColumn(addons),
        balance,
        ledger_version: study.ledger_version + (isRepriced ? 1 : 0),
        slot_selection_type: change.slotSelectionType,
        status: JSON.stringify({
          ...marked,
          ...(status.booked || study.temporary_hold === 1 ? {} : bookedStatus(caller, context.now)),
          ...(isUpdate ? { isUpdate: true } : {}),
        }),
        ...safety.columns,
      })
      if (moved === undefined) throw await staleOf(db, study.study_id)
      const from = describeTime(origin ?? location, study, isElsewhere)
      const after = describeTime(location, moved, isElsewhere)
      const line = isUpdate ? `Rescheduled from ${from} to ${after}` : `Booked for ${after}`
      const markNotes = [
        ...(cleared === null ? [] : [`${cleared.words} cleared by the move`]),
        ...(marked === kept ? [] : [backOfficeBookingWords.log.marksAgain]),
      ]
      const outside = describeOutsideHours(location, change, plan.to)
      const lost =
        dropped.length === 0 ? [] : [backOfficeBookingWords.log.addonsDropped(dropped.map(({ name }) => name))]
      const notes = [line, ...lost, ...markNotes, ...outside, ...describeOverride(isOverridden, change.override)]
      await logForStudy(db, moved, 'Booking', notes, context)
      await keepReason(db, moved, reason, context)
      await logForStudy(db, moved, safetyCategory, safety.notes, context)
      return studyAsSeenBy(requireCaller(context), moved)
    }),
  )
}

/**
 * Returns the status without the marks of the old appointment. Clearing the check-in also voids a check-in for that
 * appointment that a workstation has recorded but not sent yet.
 */
const withoutMarks = (
  status: StudyStatus,
  cleared: ClearedMarks | null,
  context: Pick<HandlerContext, 'caller' | 'now'>,
): StudyStatus => {
  if (cleared === null) return status
  const flags = Object.fromEntries(cleared.flags.map((flag) => [flag, false]))
  const takenBack = cleared.flags.includes('checkin') ? toCheckInWithdrawal(context) : {}
  return { ...writeFlags(status, flags, context), ...takenBack }
}

const isSameAppointment = (study: StudyRow, change: AppointmentChange): boolean =>
  study.location_id === change.locationID &&
  study.sku_id === change.skuID &&
  study.machine_id === change.machineID &&
  study.starts_at !== null &&
  toInstant(study.starts_at * 1000) === change.utcStart
