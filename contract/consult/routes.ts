import { z } from 'zod'
import { schedulerIDPattern } from '#domain/study/scheduler.ts'
import { studySchema } from '#domain/study/study.ts'
import { consultActs } from '#domain/study/study-acts.ts'
import { instantSchema } from '#domain/time/time-schemas.ts'
import { bare, type Route, staff, staffAtStudy, studyPath } from '../route.ts'

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
    body: z.strictObject({ act: z.enum(consultActs) }),
    answer: studySchema,
  },
  /**
   * Asks the scheduling service how an event stands and writes it into the study. 404 where it knows no such event, 400 for one
   * that belongs to another study or another location's team, 409 `act-not-allowed` beside another one of the study that still
   * stands there, 503 `scheduler-unavailable`; 403 for a preferred consult by others than study spec §6 names.
   */
  syncConsult: {
    ...bare,
    method: 'POST',
    path: '/api/v1/studies/:studyId/consult/sync',
    access: staffAtStudy,
    idempotent: 'outside',
    audit: 'study.consult-changed',
    params: studyPath,
    body: z.strictObject({
      eventID: z.string().regex(schedulerIDPattern),
      inviteeID: z.string().regex(schedulerIDPattern),
      isPreferred: z.boolean(),
    }),
    answer: studySchema,
  },
  /** What the scheduling service says of an event. 404; 503 `scheduler-unavailable`. */
  readSchedulerEvent: {
    ...bare,
    method: 'GET',
    path: '/calendly/:eventID/time',
    access: staff,
    audit: null,
    params: z.object({ eventID: z.string().regex(schedulerIDPattern) }),
    answer: z.object({ startTime: instantSchema, status: z.enum(['active', 'canceled']) }),
  },
} as const satisfies Record<string, Route>
