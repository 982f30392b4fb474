import { z } from 'zod'
import { appointmentSchema } from '#domain/booking/appointment.ts'
import {
  appointmentChangeSchema,
  bookingRequestSchema,
  memberTypes,
  settleReasonSchema,
} from '#domain/booking/booking-request.ts'
import { cancellationSchema } from '#domain/booking/cancellation.ts'
import { eventIDSchema, machineTimeSchema, slotHoldSchema, stretchSchema } from '#domain/booking/machine-time.ts'
import { studySchema } from '#domain/study/study.ts'
import { calendarIDSchema, locationIDSchema, machineIDSchema, skuIDSchema } from '#domain/values/location-id.ts'
import { studyIDSchema } from '#domain/values/study-id.ts'
import { instantSchema, plainDateSchema } from '#domain/values/time-schemas.ts'
import {
  acknowledged,
  answersBodyBytes,
  bare,
  open,
  queryNumber,
  querySku,
  type Route,
  staffAtStudy,
  studyPath,
} from '../route.ts'

/** A slot as the calendar offers it (booking spec §3 Slot): times of the location's clock, and the free machines. */
const offeredSlotSchema = z.object({
  hour: z.number().int(),
  min: z.number().int(),
  partOfDay: z.enum(['morning', 'afternoon', 'evening']),
  ...stretchSchema.shape,
  machines: z.array(z.object({ machineID: machineIDSchema, calendarID: calendarIDSchema })),
})

export type OfferedSlot = z.infer<typeof offeredSlotSchema>

const holdRequestSchema = z.object({ calendarId: calendarIDSchema, ...stretchSchema.shape })

/** Body of the two calls that give an appointment to a study without a time. */
const calendarEventSchema = holdRequestSchema.extend({
  studyId: studyIDSchema,
  holdEventId: eventIDSchema.nullable().optional(),
  /** As in a booking request. */
  settleReason: settleReasonSchema.nullable().optional(),
  /** As in an appointment; if absent, the study keeps its own. */
  slotSelectionType: appointmentSchema.shape.slotSelectionType.optional(),
  outsideHoursConfirmed: appointmentSchema.shape.outsideHoursConfirmed,
})

/** The calendar, slot holds and bookings (booking spec §7). */
export const bookingRoutes = {
  /**
   * A slot hold from the self-service pages. Limits without a staff session:
   *
   * - only the length of a scan that members may buy on that machine (400 `invalid-input`)
   * - inside opening hours (400 `outside-opening-hours`)
   * - at most six live holds on a machine (400 `slot-taken` beyond)
   * - it expires at the latest half an hour after it was placed, however often it is renewed
   */
  createHoldEvent: {
    ...bare,
    method: 'POST',
    path: '/calendar/createHoldEvent',
    access: open,
    audit: null,
    body: holdRequestSchema,
    answer: slotHoldSchema,
  },
  createHoldAssisted: {
    ...bare,
    method: 'POST',
    path: '/calendar/createHoldAssisted',
    access: { session: 'staff', location: 'calendar' },
    audit: null,
    /** `movingStudyId`: the hold may overlap that study's own time, which the study is about to leave. */
    body: holdRequestSchema.extend({ movingStudyId: studyIDSchema.optional() }),
    answer: slotHoldSchema,
  },
  renewHold: {
    ...bare,
    method: 'POST',
    path: '/api/v1/holds/:eventId/renew',
    access: open,
    audit: null,
    params: z.object({ eventId: eventIDSchema }),
    answer: slotHoldSchema,
  },
  checkAvailableCalendarSlot: {
    ...bare,
    method: 'GET',
    path: '/calendar/checkAvailableCalendarSlot',
    access: { session: 'staff', location: 'calendar' },
    audit: null,
    query: holdRequestSchema.extend({ maxAllowedEvents: queryNumber.default(1) }),
    answer: z.object({ available: z.boolean(), events: z.number().int() }),
  },
  /** Removes a slot hold. Self-service holds have no owner: the event id is the proof of ownership. */
  deleteCalendarEvent: {
    ...bare,
    method: 'POST',
    path: '/calendar/:calendarId/event/:eventId/delete',
    access: open,
    audit: null,
    params: z.object({ calendarId: calendarIDSchema, eventId: eventIDSchema }),
    answer: acknowledged,
  },
  addCalendarEvent: {
    ...bare,
    isPublicInterface: true,
    method: 'POST',
    path: '/calendar/event/add',
    access: staffAtStudy,
    idempotent: true,
    audit: 'study.calendar-event-added',
    body: calendarEventSchema,
    answer: studySchema,
  },
  addTemporaryHoldEvent: {
    ...bare,
    method: 'POST',
    path: '/calendar/event/add-temporary-hold',
    access: staffAtStudy,
    idempotent: true,
    audit: 'study.calendar-event-added',
    body: calendarEventSchema,
    answer: studySchema,
  },
  convertTemporaryHold: {
    ...bare,
    method: 'POST',
    path: '/calendar/convert-temporary-hold',
    access: staffAtStudy,
    idempotent: true,
    audit: 'study.temporary-hold-converted',
    body: z.object({ studyId: studyIDSchema, settleReason: settleReasonSchema.nullable().optional() }),
    answer: studySchema,
  },
  readCalendar: {
    ...bare,
    method: 'GET',
    path: '/api/v1/locations/:locationID/calendar',
    access: open,
    audit: null,
    params: z.object({ locationID: locationIDSchema }),
    query: z.object({
      skuID: querySku,
      startDate: plainDateSchema.optional(),
      /** Days, 1 to 42; 7 if absent. */
      span: queryNumber.pipe(z.number().int().min(1).max(42)).optional(),
      memberType: z.enum(memberTypes).optional(),
    }),
    answer: z.object({
      locationID: locationIDSchema,
      skuID: skuIDSchema,
      timezone: z.string(),
      days: z.array(z.object({ date: plainDateSchema, slots: z.array(offeredSlotSchema) })),
    }),
  },
  /** The machine times of a location between two instants, for weeks outside the workstation's cache. */
  readMachineTimes: {
    ...bare,
    method: 'GET',
    path: '/api/v1/locations/:locationID/machine-times',
    access: { session: 'staff', location: 'locationID' },
    audit: null,
    params: z.object({ locationID: locationIDSchema }),
    query: z.object({ from: instantSchema, to: instantSchema }),
    answer: z.object({ asOf: instantSchema, machineTimes: z.array(machineTimeSchema) }),
  },
  /** The day of a location as a PDF for the desk. The audit log has a row for each member on it. */
  readDaySheet: {
    ...bare,
    method: 'GET',
    path: '/api/v1/locations/:locationID/day-sheet',
    access: { session: 'staff', location: 'locationID' },
    audit: 'booking.day-sheet-read',
    params: z.object({ locationID: locationIDSchema }),
    query: z.object({ date: plainDateSchema }),
    answer: z.object({ fileName: z.string(), base64: z.string() }),
  },
  createBooking: {
    ...bare,
    method: 'POST',
    path: '/booking/create',
    access: { session: 'member', location: 'locationID' },
    idempotent: true,
    audit: 'study.booked',
    bodyBytes: answersBodyBytes,
    body: bookingRequestSchema,
    answer: studySchema,
  },
  createTemporaryHoldBooking: {
    ...bare,
    method: 'POST',
    path: '/booking/create/temporary-hold',
    access: { session: 'staff', location: 'locationID' },
    idempotent: true,
    audit: 'study.temporary-hold-booked',
    bodyBytes: answersBodyBytes,
    body: bookingRequestSchema,
    answer: studySchema,
  },
  changeAppointmentTime: {
    ...bare,
    method: 'POST',
    path: '/booking/change/appointment-time',
    access: staffAtStudy,
    idempotent: true,
    audit: 'study.rescheduled',
    body: appointmentChangeSchema,
    answer: studySchema,
  },
  cancelBooking: {
    ...bare,
    method: 'POST',
    path: '/booking/cancel/:studyId',
    access: staffAtStudy,
    idempotent: true,
    audit: 'study.cancelled',
    params: studyPath,
    body: cancellationSchema,
    answer: studySchema,
  },
} as const satisfies Record<string, Route>
