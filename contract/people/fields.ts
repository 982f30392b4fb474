import { z } from 'zod'
import { locationIDSchema } from '#domain/locations/location-id.ts'
import { practitionerContactChangesSchema } from '#domain/study/practitioner.ts'

/** A change of the directory, and the location of the study from whose page it is made. */
export const practitionerChangeFields = {
  contact: practitionerContactChangesSchema,
  locationID: locationIDSchema.optional(),
}

/** How a proposal is decided. */
export const decisionFields = { isConfirmed: z.boolean() }
