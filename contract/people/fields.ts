import { z } from 'zod'
import { practitionerContactChangesSchema } from '#domain/people/practitioner.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'

/** A change of the directory, and the location of the study from whose page it is made. */
export const practitionerChangeFields = {
  contact: practitionerContactChangesSchema,
  locationID: locationIDSchema.optional(),
}

/** How a proposal is decided. */
export const decisionFields = { isConfirmed: z.boolean() }
