import type { Handlers } from '../kernel/handler.ts'
import {
  addLogEntry,
  readLog,
  readStudiesOfMember,
  readStudy,
  readStudyDetailed,
  updateStudy,
} from '../study/studies.ts'
import { createBooking } from './bookings.ts'
import { cancelBooking, changeAppointmentTime } from './change.ts'
import { readChanges, readMembersOfLocation } from './changes.ts'

type BookingRoutes =
  | 'readStudy'
  | 'readStudyDetailed'
  | 'updateStudy'
  | 'createBooking'
  | 'createTemporaryHoldBooking'
  | 'changeAppointmentTime'
  | 'cancelBooking'
  | 'readLog'
  | 'addLogEntry'
  | 'readStudiesOfMember'
  | 'readChanges'
  | 'readMembersOfLocation'

/** The calls of booking spec §7 Booking and study and of decisions §4 that concern studies, each behind its operation. */
export const bookingHandlers: Handlers<BookingRoutes> = {
  readStudy: ({ params }, context) => readStudy(params.studyId, context),
  readStudyDetailed: ({ params }, context) => readStudyDetailed(params.studyId, context),
  updateStudy: ({ params, body }, context) => updateStudy(params.studyId, body, context),
  createBooking: ({ body }, context) => createBooking(body, false, context),
  createTemporaryHoldBooking: ({ body }, context) => createBooking(body, true, context),
  changeAppointmentTime: ({ body }, context) => changeAppointmentTime(body, context),
  cancelBooking: ({ params, body }, context) => cancelBooking(params.studyId, body, context),
  readLog: ({ params }, context) => readLog(params.studyId, context),
  addLogEntry: ({ params, body }, context) => addLogEntry(params.studyId, body, context),
  readStudiesOfMember: ({ params }, context) => readStudiesOfMember(params.id, context),
  readMembersOfLocation: ({ query }, context) => readMembersOfLocation(query.locationID, query.after, context),
  readChanges: ({ query }, context) => readChanges(query.locationID, query.cursor, context),
}
