import { z } from 'zod'
import { countries } from '../members/country.ts'
import { locationIDSchema } from '../values/location-id.ts'
import { lineOfText, optionalLineOfText } from '../values/plain-text.ts'

export const pharmacyIDSchema = z.string().regex(/^[A-Za-z0-9-]{1,64}$/, 'must be the id of a pharmacy')

/** The nine fields of a pharmacy, in the order of the safety questions (booking spec §3 Prescription). */
export const pharmacyFieldNames = [
  'name',
  'address',
  'address2',
  'city',
  'state',
  'country',
  'postalCode',
  'phone_number',
  'fax_number',
] as const
export type PharmacyFieldName = (typeof pharmacyFieldNames)[number]

/**
 * A pharmacy of the directory: the fields of a study's preferred pharmacy (study spec §3), and the locations that it is
 * near. A pharmacy without locations counts as near all of them.
 */
export const directoryPharmacySchema = z.object({
  pharmacyID: pharmacyIDSchema,
  name: z.string(),
  address: z.string(),
  address2: z.string(),
  city: z.string(),
  state: z.string(),
  country: z.string(),
  postalCode: z.string(),
  phone_number: z.string(),
  fax_number: z.string(),
  locationIDs: z.array(locationIDSchema).readonly(),
})
export type DirectoryPharmacy = z.infer<typeof directoryPharmacySchema>

/** A pharmacy as administrators see it, with its version for the optimistic lock. */
export const administeredPharmacySchema = directoryPharmacySchema.extend({
  version: z.number().int().min(1),
  active: z.boolean(),
})
export type AdministeredPharmacy = z.infer<typeof administeredPharmacySchema>

/**
 * The fields of a pharmacy that an administrator sets. Each fits into the answer that it fills, which has at most 200
 * characters.
 */
export const pharmacyEntryFields = {
  name: lineOfText(120),
  address: lineOfText(200),
  address2: optionalLineOfText(200),
  city: lineOfText(100),
  state: optionalLineOfText(100),
  country: z.enum(countries),
  postalCode: optionalLineOfText(20),
  phone_number: optionalLineOfText(40),
  fax_number: optionalLineOfText(40),
  locationIDs: z.array(locationIDSchema).max(500).readonly(),
}
const pharmacyEntrySchema = z.object(pharmacyEntryFields)
export type PharmacyEntry = z.infer<typeof pharmacyEntrySchema>
