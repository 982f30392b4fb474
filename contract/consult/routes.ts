import { z } from 'zod'
import { studySchema } from '#domain/study/study.ts'
import { instantSchema } from '#domain/values/time-schemas.ts'
import { bare, type Route, staffAnywhere, staffAtStudy, studyPath } from '../route.ts'
import { consultActFields, consultEventFields, schedulerID } from './fields.ts'

/** The consult and the scheduling service (study spec §7). */
export const consultRoutes = {
  markConsult: {
    ...bare,
    method: 'POST',
    path: '/api/v1/studies/:studyId/consult',
    access: staffAtStudy,
    idempotent: true,
    audit: 'study.consult-changed',
    params: studyPath,
    body: z.strictObject(consultActFields),
    answer: studySchema,
  },
  /**
   * Reads an event from the scheduling service and stores its state in the study. 404 for an unknown event; 400 for an
   * event of another study or of another location's team; 409 `act-not-allowed` while the study has another active
   * event that is not past; 503 `scheduler-unavailable`; 403 if study spec §6 does not allow the caller this kind of
   * consult.
   */
  syncConsult: {
    ...bare,
    method: 'POST',
    path: '/api/v1/studies/:studyId/consult/sync',
    access: staffAtStudy,
    idempotent: 'outside',
    audit: 'study.consult-changed',
    params: studyPath,
    body: z.strictObject(consultEventFields),
    answer: studySchema,
  },
  /** The state of an event at the scheduling service. 404 for an unknown event; 503 `scheduler-unavailable`. */
  readSchedulerEvent: {
    ...bare,
    isPublicInterface: true,
    method: 'GET',
    path: '/calendly/:eventID/time',
    access: staffAnywhere,
    audit: null,
    params: z.object({ eventID: schedulerID }),
    answer: z.object({ startTime: instantSchema, status: z.enum(['active', 'canceled']) }),
  },
} as const satisfies Record<string, Route>
