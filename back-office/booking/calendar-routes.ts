import type { Handlers } from '../kernel/handler.ts'
import { readCalendar, readMachineTimes } from './calendar.ts'
import { countEvents, deleteHold, placeHold, renewHold } from './holds.ts'
import { addCalendarEvent, convertTemporaryHold } from './temporary-hold.ts'

type CalendarRoutes =
  | 'createHoldEvent'
  | 'createHoldAssisted'
  | 'renewHold'
  | 'checkAvailableCalendarSlot'
  | 'deleteCalendarEvent'
  | 'addCalendarEvent'
  | 'addTemporaryHoldEvent'
  | 'convertTemporaryHold'
  | 'readCalendar'
  | 'readMachineTimes'

/** The calls of booking spec §7 Calendar, each behind its operation. */
export const calendarHandlers: Handlers<CalendarRoutes> = {
  createHoldEvent: ({ body }, context) => placeHold(body, context),
  createHoldAssisted: ({ body }, context) => placeHold(body, context),
  renewHold: ({ params }, context) => renewHold(params.eventId, context),
  checkAvailableCalendarSlot: ({ query }, context) => countEvents(query, query.maxAllowedEvents, context),
  deleteCalendarEvent: async ({ params }, context) => {
    await deleteHold(params.calendarId, params.eventId, context)
    return { ok: true }
  },
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
}
