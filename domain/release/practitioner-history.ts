import { z } from 'zod'
import { zoneIdSchema } from '../locations/location.ts'
import { locationIDSchema } from '../values/location-id.ts'
import { plainDateSchema } from '../values/time-schemas.ts'
import { deliveryIDSchema, deliverySchema } from './delivery.ts'

/** The number of sends on one page of a practitioner's history. */
export const historyPageSize = 50

/** One send to a practitioner, with the member and the location of its study. */
const historySendSchema = z.object({
  delivery: deliverySchema,
  member: z.object({ name: z.string(), dob: plainDateSchema }),
  locationID: locationIDSchema,
  location: z.string(),
  timezone: zoneIdSchema,
})
export type HistorySend = z.infer<typeof historySendSchema>

/**
 * One page of a practitioner's history, newest first. `next`: the send after which the next page begins; null at the
 * end.
 */
export const practitionerHistorySchema = z.object({
  sends: z.array(historySendSchema),
  next: deliveryIDSchema.nullable(),
})
export type PractitionerHistory = z.infer<typeof practitionerHistorySchema>
