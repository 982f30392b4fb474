import { z } from 'zod'
import { instantSchema } from '../values/time-schemas.ts'

/**
 * The nurse practitioner's consult (study spec §3 practitioners.consulting). The two statuses are text, because the
 * scheduling service and older records can have values that §4 does not list. `consult-status.ts` has the labels.
 */
export const consultingSchema = z.object({
  requestedStatus: z.string(),
  requestedAt: instantSchema.nullable(),
  requestedBy: z.string().nullable(),
  scheduledStatus: z.string().nullable(),
  /** When and by whom the consult was booked. */
  scheduledAt: instantSchema.nullable(),
  scheduledBy: z.string().nullable(),
  /** The scheduling service's ids; null while nothing is booked. */
  eventID: z.string().nullable(),
  inviteeID: z.string().nullable(),
  /** When the consult takes place. */
  consultTime: instantSchema.nullable(),
  completedTime: instantSchema.nullable(),
  isPreferred: z.boolean(),
})
export type Consulting = z.infer<typeof consultingSchema>

/** The value for a study for which no consult was requested. */
export const noConsulting: Consulting = {
  requestedStatus: 'not requested',
  requestedAt: null,
  requestedBy: null,
  scheduledStatus: null,
  scheduledAt: null,
  scheduledBy: null,
  eventID: null,
  inviteeID: null,
  consultTime: null,
  completedTime: null,
  isPreferred: false,
}
