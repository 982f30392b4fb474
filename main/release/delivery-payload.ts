import { z } from 'zod'
import { memberIDSchema } from '#domain/members/member.ts'
import { practitionerIDSchema } from '#domain/people/practitioner.ts'
import { memberDetailsSchema } from '#domain/release/member-details.ts'
import { studyIDSchema } from '#domain/values/study-id.ts'
import type { DeliveryOutcome } from '../queue/deliverer.ts'

/**
 * The stored payload of a job that carries out a delivery. The ticket gives the job the right to carry out the
 * delivery, whichever user is signed in at that time.
 */
export const deliveryPayloadSchema = z.object({
  studyID: studyIDSchema,
  deliveryID: z.string(),
  ticket: z.string(),
  patientID: memberIDSchema,
  practitionerID: practitionerIDSchema,
  practiceLocationID: z.string().nullable(),
  address: z.string(),
  memberDetails: memberDetailsSchema,
  /** Where a CD or USB medium is written; null for the other channels. */
  target: z.string().nullable(),
  /** Whether images are included. Only a CD or USB medium of a location in the USA includes images (study spec §7). */
  hasImages: z.boolean(),
})
export type DeliveryPayload = z.infer<typeof deliveryPayloadSchema>

/** The outcome of a job whose payload cannot be read. */
export const unreadablePayload: DeliveryOutcome = { kind: 'failed', reason: 'This job can no longer be read.' }
