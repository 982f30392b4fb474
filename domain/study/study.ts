import { z } from 'zod'
import { appointmentSchema, scanPlaceSchema } from '../booking/appointment.ts'
import { memberTypes, referralTypes, sedativeOptions } from '../booking/booking-request.ts'
import { eventIDSchema, stretchSchema } from '../booking/machine-time.ts'
import { studyItemsSchema } from '../locations/addon.ts'
import { zoneIdSchema } from '../locations/location.ts'
import { memberIDSchema } from '../members/member.ts'
import { safetySummarySchema } from '../safety/safety-record.ts'
import { calendarIDSchema, machineIDSchema } from '../values/location-id.ts'
import { decimalAmountSchema } from '../values/money.ts'
import { studyIDSchema } from '../values/study-id.ts'
import { instantSchema } from '../values/time-schemas.ts'
import { sedativeSchema } from './sedative.ts'
import { invoiceStepsOfStudy, noDetails, studyDetailsSchema } from './study-details.ts'

/**
 * The time and place of a scan. An instant is stored with its wall time and zone (decisions §5), to distinguish a
 * change of clock rules from a change of appointment.
 */
const studyBookingSchema = z.object({
  ...stretchSchema.shape,
  /** The start as `YYYY-MM-DDTHH:mm` on the location's clock, by the clock rules known at booking. */
  wallTime: z.string(),
  timezone: zoneIdSchema,
  /** The zone's abbreviation at the start, such as PST. */
  displayTimezone: z.string(),
  machineID: machineIDSchema,
  calendarID: calendarIDSchema,
  eventID: eventIDSchema,
})
export type StudyBooking = z.infer<typeof studyBookingSchema>

/**
 * Status flags (study spec §3), each usually with its own Time and By field. The schema names the flags that booking
 * uses, and keeps all others unchanged.
 */
const studyStatusSchema = z.looseObject({
  booked: z.boolean(),
  bookedTime: instantSchema.nullable(),
  bookedBy: z.string().nullable(),
  cancelled: z.boolean(),
  cancelledTime: instantSchema.nullable(),
  cancelledBy: z.string().nullable(),
  checkin: z.boolean(),
  checkinTime: instantSchema.nullable(),
  checkinBy: z.string().nullable(),
  paid: z.boolean(),
  scanned: z.boolean(),
  customerEmailAvailable: z.boolean(),
  invoiceAvailable: z.boolean(),
})
export type StudyStatus = z.infer<typeof studyStatusSchema>

/** The status of a study before its booking is confirmed and before any act. */
export const initialStatus: StudyStatus = {
  booked: false,
  bookedTime: null,
  bookedBy: null,
  cancelled: false,
  cancelledTime: null,
  cancelledBy: null,
  checkin: false,
  checkinTime: null,
  checkinBy: null,
  paid: false,
  scanned: false,
  customerEmailAvailable: true,
  invoiceAvailable: true,
}

/** A study (booking spec §3 Study). `version` counts its changes: a change to an old version is refused as `stale`. */
export const studySchema = z.object({
  studyID: studyIDSchema,
  patientID: memberIDSchema,
  ...scanPlaceSchema.shape,
  /** Null before a time is chosen, after a cancellation, and after a temporary hold expired. */
  booking: studyBookingSchema.nullable(),
  status: studyStatusSchema,
  temporaryHold: z.boolean(),
  /**
   * When a temporary hold expires; null without a hold. At that time a part-paid hold keeps its slot, and this field
   * becomes null.
   */
  temporaryHoldUntil: instantSchema.nullable(),
  cancellation: z.object({ cancellationReason: z.string(), cancellationDetail: z.string() }).nullable(),
  /** The price of the scan, without add-ons. */
  price: decimalAmountSchema,
  items: studyItemsSchema.default({ addons: [] }),
  /** The amount paid so far, less refunds. */
  paymentAmount: decimalAmountSchema,
  /** Whether any payment was ever made, refunded or not: it locks the location (booking spec §5). */
  paymentMade: z.boolean().default(false),
  /** The open balance of the ledger; below 0 after an overpayment. */
  balance: decimalAmountSchema,
  opportunityID: z.string().nullable(),
  memberType: z.enum(memberTypes).nullable(),
  referralType: z.enum(referralTypes),
  referrer: z.string(),
  sedativeTaken: z.enum(sedativeOptions).nullable(),
  slotSelectionType: appointmentSchema.shape.slotSelectionType,
  sedative: sedativeSchema,
  safety: safetySummarySchema,
  config: z.object({ proactiveBooking: z.boolean() }),
  /** The other data of the study page, besides booking and flags: readings, consult, practitioners and feedback. */
  details: studyDetailsSchema.default(noDetails),
  invoiceStep: z.enum(invoiceStepsOfStudy).default('none'),
  version: z.number().int(),
})
export type Study = z.infer<typeof studySchema>

/** One line of a study's activity log (decisions §4). */
export const logEntrySchema = z.object({
  category: z.string(),
  time: instantSchema,
  content: z.string(),
  by: z.string(),
})
export type LogEntry = z.infer<typeof logEntrySchema>
