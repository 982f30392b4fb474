import { z } from 'zod'
import { directoryEntryFields, entryMergeFields } from '#domain/people/administered-practitioner.ts'
import { pharmacyEntryFields, pharmacyIDSchema } from '#domain/people/pharmacy.ts'
import { practitionerContactChangesSchema } from '#domain/people/practitioner.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'

/** A change of the directory, with the location of the study on whose page it is made. */
export const practitionerChangeFields = {
  contact: practitionerContactChangesSchema,
  locationID: locationIDSchema.optional(),
}

/** The decision on a proposal. */
export const decisionFields = { isConfirmed: z.boolean() }

/** An entry of the directory as an administrator sets it. */
export const newPractitionerFields = directoryEntryFields
export const practitionerEntryFields = {
  ...directoryEntryFields,
  version: z.number().int().min(1),
  active: z.boolean(),
}
export const practitionerMergeFields = entryMergeFields

/** A pharmacy of the directory as an administrator sets it. */
export const newPharmacyFields = pharmacyEntryFields
export const pharmacyChangeFields = {
  ...pharmacyEntryFields,
  version: z.number().int().min(1),
  active: z.boolean(),
}
export const pharmacyKey = { pharmacyID: pharmacyIDSchema }
