import { z } from 'zod'
import { memberIDSchema } from '#domain/members/member.ts'
import { practitionerIDSchema } from '#domain/people/practitioner.ts'
import { memberDetailsSchema } from '#domain/release/member-details.ts'
import { studyIDSchema } from '#domain/values/study-id.ts'
import type { DeliveryOutcome } from '../queue/deliverer.ts'

/** What is written down with a job that carries a delivery out. The ticket is its right to, whichever user is signed in by then. */
export const deliveryPayloadSchema = z.object({
  studyID: studyIDSchema,
  deliveryID: z.string(),
  ticket: z.string(),
  patientID: memberIDSchema,
  practitionerID: practitionerIDSchema,
  practiceLocationID: z.string().nullable(),
  address: z.string(),
  memberDetails: memberDetailsSchema,
  /** Where CD and USB are written; null for the others. */
  target: z.string().nullable(),
  /** Whether images go along: locations in the USA (study spec §7). */
  hasImages: z.boolean(),
})
export type DeliveryPayload = z.infer<typeof deliveryPayloadSchema>

/** The outcome of a job whose payload cannot be read. */
export const unreadablePayload: DeliveryOutcome = { kind: 'failed', reason: 'This job could not be read any more.' }
