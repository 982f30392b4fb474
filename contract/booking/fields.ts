import { appointmentSchema } from '#domain/booking/appointment.ts'
import { appointmentChangeSchema, bookingRequestSchema } from '#domain/booking/booking-request.ts'

/**
 * Place and time of an appointment. The slot hold has a different name on each wire: `holdEventID` to the back office,
 * `hold` to main.
 */
export const appointmentFields = appointmentSchema.omit({ holdEventID: true }).shape

/** The fields of a booking besides its appointment, the same on both wires. */
export const bookingFields = bookingRequestSchema.pick({
  patientID: true,
  memberType: true,
  referralType: true,
  referrer: true,
  sedativeTaken: true,
  opportunityID: true,
  override: true,
  proactiveBooking: true,
  addons: true,
}).shape

/** The fields of a move besides its appointment, the same on both wires. */
export const moveFields = appointmentChangeSchema.pick({ studyID: true, version: true, override: true }).shape
