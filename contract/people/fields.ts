import { z } from 'zod'
import { practitionerContactChangesSchema } from '#domain/people/practitioner.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'

/** A change of the directory, with the location of the study on whose page it is made. */
export const practitionerChangeFields = {
  contact: practitionerContactChangesSchema,
  locationID: locationIDSchema.optional(),
}

/** The decision on a proposal. */
export const decisionFields = { isConfirmed: z.boolean() }
