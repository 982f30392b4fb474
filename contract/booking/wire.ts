import type { z } from 'zod'
import type { AppointmentInput, BookInput, RescheduleInput } from './bridge.ts'
import type { bookingRoutes } from './routes.ts'

type BookingBody = z.input<typeof bookingRoutes.createBooking.body>
type MoveBody = z.input<typeof bookingRoutes.changeAppointmentTime.body>

/** The names of an appointment as the back office has them: the hold is named by its event. */
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
 * The body of `createBooking` and `createTemporaryHoldBooking` for what a person decided. `safetyDraftID` names the answers that
 * were given before the booking, null where there are none. The answers are called `SafetyQuestions` on the wire; without
 * complete ones the draft is sent, even an empty one, because it replaces the draft that the back office has.
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
    ...(safetyAnswers === null ? { safetyDraft: safetyDraft ?? {} } : { SafetyQuestions: safetyAnswers }),
    ...(safetyDraftID !== null && { safetyDraftID }),
    ...(settleReason !== null && { settleReason }),
  }
}

/** The body of `changeAppointmentTime` for a move that a person decided. */
export const moveToWire = (input: RescheduleInput): MoveBody => ({
  ...appointmentToWire(input),
  studyID: input.studyID,
  version: input.version,
  ...(input.settleReason !== null && { settleReason: input.settleReason }),
})
