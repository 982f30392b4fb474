import type { RouteName } from '#contract/back-office.ts'
import type { Handlers } from '../kernel/handler.ts'
import { readCalendar, readMachineTimes } from './calendar.ts'
import { countEvents } from './calendar-availability.ts'
import { cancelBooking } from './cancel-booking.ts'
import { changeAppointmentTime } from './change-appointment.ts'
import { readChanges, readMembersOfLocation } from './changes.ts'
import { createBooking } from './create-booking.ts'
import { deleteCalendarEvent, placeHold, renewHold } from './holds.ts'
import { discardBookingSafetyDraft, readBookingSafetyDrafts, saveBookingSafetyDraft } from './safety-draft.ts'
import { addCalendarEvent, convertTemporaryHold } from './temporary-hold.ts'

/**
 * The handlers of bookings, calendars and holds (booking spec §7; decisions §4), and of safety answers before a
 * booking.
 */
export const bookingHandlers = {
  createBooking: ({ body }, context) => createBooking(body, false, context),
  createTemporaryHoldBooking: ({ body }, context) => createBooking(body, true, context),
  changeAppointmentTime: ({ body }, context) => changeAppointmentTime(body, context),
  cancelBooking: ({ params, body }, context) => cancelBooking(params.studyId, body, context),
  readMembersOfLocation: ({ query }, context) => readMembersOfLocation(query.locationID, query.after, context),
  readChanges: ({ query }, context) => readChanges(query.locationID, query.cursor, context),
  createHoldEvent: ({ body }, context) => placeHold(body, context),
  createHoldAssisted: ({ body }, context) => placeHold(body, context),
  renewHold: ({ params }, context) => renewHold(params.eventId, context),
  checkAvailableCalendarSlot: ({ query }, context) => countEvents(query, query.maxAllowedEvents, context),
  deleteCalendarEvent: ({ params }, context) => deleteCalendarEvent(params, context),
  addCalendarEvent: ({ body }, context) =>
    addCalendarEvent({ ...body, holdEventID: body.holdEventId ?? null }, false, context),
  addTemporaryHoldEvent: ({ body }, context) =>
    addCalendarEvent({ ...body, holdEventID: body.holdEventId ?? null }, true, context),
  convertTemporaryHold: ({ body }, context) => convertTemporaryHold(body.studyId, body.settleReason, context),
  readCalendar: ({ params, query }, context) =>
    readCalendar(
      { locationID: params.locationID, skuID: query.skuID, startDate: query.startDate, span: query.span },
      context,
    ),
  readMachineTimes: ({ params, query }, context) => readMachineTimes({ ...params, ...query }, context),
  saveBookingSafetyDraft: ({ body }, context) => saveBookingSafetyDraft(body, context),
  readBookingSafetyDrafts: ({ query }, context) => readBookingSafetyDrafts(query, context),
  discardBookingSafetyDraft: ({ body }, context) => discardBookingSafetyDraft(body, context),
} satisfies Partial<Handlers<RouteName>>
