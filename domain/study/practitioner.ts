import { z } from 'zod'
import { optionalLineOfText } from '../text/plain-text.ts'

export const practitionerIDSchema = z.string().regex(/^[A-Za-z0-9-]{1,64}$/, 'must be a practitioner id')

/** A practice at which a practitioner works, with a fax of its own (study spec §3 Practitioner, location edges). */
export const practiceLocationSchema = z.object({
  id: z.string(),
  locationName: z.string(),
  practice: z.object({ practiceName: z.string() }),
  practitionerContact: z.object({ faxNumber: z.string() }),
})
export type PracticeLocation = z.infer<typeof practiceLocationSchema>

export const practitionerContactSchema = z.object({
  emailAddress: z.string(),
  faxNumber: z.string(),
  address: z.string(),
  address2: z.string(),
})
export type PractitionerContact = z.infer<typeof practitionerContactSchema>

/** A practitioner of the directory (study spec §3). `version` counts changes, for `stale`. */
export const practitionerSchema = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  profession: z.string(),
  salutation: z.string(),
  contact: practitionerContactSchema,
  locations: z.array(practiceLocationSchema),
  version: z.number().int(),
})
export type Practitioner = z.infer<typeof practitionerSchema>

/** What staff may change in the directory: where reports are sent. Whether a number can be faxed to is judged when sending. */
export const practitionerContactChangesSchema = z
  .object({
    emailAddress: optionalLineOfText(254),
    faxNumber: optionalLineOfText(32),
    address: optionalLineOfText(200),
    address2: optionalLineOfText(200),
  })
  .partial()
  .strict()
export type PractitionerContactChanges = z.infer<typeof practitionerContactChangesSchema>

/** A practitioner as a study names one: who, and at which of their practices; null where the practice is not known. */
export const practitionerRefSchema = z.object({
  practitionerID: practitionerIDSchema,
  locationID: z.string().max(64).nullable(),
})
export type PractitionerRef = z.infer<typeof practitionerRefSchema>

export const mostAdditionalPractitioners = 20

/** Who a study's report goes to: the member's own doctor, who referred, and others. */
export const studyPractitionersSchema = z.object({
  primary: practitionerRefSchema.nullable(),
  referring: practitionerRefSchema.nullable(),
  additional: z.array(practitionerRefSchema).max(mostAdditionalPractitioners),
})
export type StudyPractitioners = z.infer<typeof studyPractitionersSchema>
