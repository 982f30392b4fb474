import type { z } from 'zod'
import type { SlotHold } from '#domain/booking/machine-time.ts'
import type { AppointmentInput, BookInput, RescheduleInput } from './bridge.ts'
import type { bookingRoutes } from './routes.ts'

type BookingBody = z.input<typeof bookingRoutes.createBooking.body>
type MoveBody = z.input<typeof bookingRoutes.changeAppointmentTime.body>

/** Returns the fields of an appointment under the back office's names, with the hold as its event id. */
export const appointmentToWire = (input: AppointmentInput) => ({
  locationID: input.locationID,
  skuID: input.skuID,
  machineID: input.machineID,
  utcStart: input.utcStart,
  slotSelectionType: input.slotSelectionType,
  holdEventID: input.hold?.eventID ?? null,
  override: input.override,
  ...(input.outsideHoursConfirmed === true && { outsideHoursConfirmed: true }),
})

/**
 * Returns the body of `createBooking` and `createTemporaryHoldBooking`. `safetyDraftID` names the answers that were
 * given before the booking; null if there are none. On the wire the answers are called `SafetyQuestions`. Without
 * completed answers the draft is sent, even an empty one, because it replaces the back office's draft.
 */
export const bookToWire = (input: BookInput, safetyDraftID: string | null): BookingBody => {
  const { patientID, memberType, referralType, referrer, sedativeTaken, opportunityID } = input
  const { safetyAnswers, safetyDraft, settleReason } = input
  return {
    ...appointmentToWire(input),
    patientID,
    memberType,
    referralType,
    referrer,
    sedativeTaken,
    opportunityID,
    ...(input.addons !== undefined && input.addons.length > 0 && { addons: [...input.addons] }),
    ...(input.proactiveBooking === true && { proactiveBooking: true }),
    ...(safetyAnswers === null ? { safetyDraft: safetyDraft ?? {} } : { SafetyQuestions: safetyAnswers }),
    ...(safetyDraftID !== null && { safetyDraftID }),
    ...(settleReason !== null && { settleReason }),
  }
}

/** Returns the body of `changeAppointmentTime`. */
export const moveToWire = (input: RescheduleInput): MoveBody => ({
  ...appointmentToWire(input),
  studyID: input.studyID,
  version: input.version,
  ...(input.settleReason !== null && { settleReason: input.settleReason }),
})

type HoldAgainBody = z.input<typeof bookingRoutes.addTemporaryHoldEvent.body>

/** Returns the body of `addTemporaryHoldEvent`, which turns a slot hold into a temporary hold of a study. */
export const holdAgainToWire = (input: RescheduleInput, hold: SlotHold): HoldAgainBody => ({
  studyId: input.studyID,
  calendarId: hold.calendarID,
  utcStart: hold.utcStart,
  utcEnd: hold.utcEnd,
  holdEventId: hold.eventID,
  slotSelectionType: input.slotSelectionType,
  ...(input.outsideHoursConfirmed === true && { outsideHoursConfirmed: true }),
  ...(input.settleReason !== null && { settleReason: input.settleReason }),
})
