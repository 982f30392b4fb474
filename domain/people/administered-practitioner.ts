import { z } from 'zod'
import { lineOfText, optionalLineOfText } from '../values/plain-text.ts'
import {
  type practitionerContactSchema,
  practitionerEmailSchema,
  practitionerFaxSchema,
  practitionerIDSchema,
  practitionerSchema,
} from './practitioner.ts'

/** An entry of the directory as administrators see it. `mergedInto` is the entry that replaced it. */
export const administeredPractitionerSchema = practitionerSchema.extend({
  active: z.boolean(),
  mergedInto: z.string().nullable(),
})
export type AdministeredPractitioner = z.infer<typeof administeredPractitionerSchema>

const maxPractices = 20

/**
 * The fields of an entry that an administrator sets. A practice without an id is added; no practice is ever removed.
 */
export const directoryEntryFields = {
  firstName: optionalLineOfText(80),
  lastName: lineOfText(80),
  profession: optionalLineOfText(80),
  salutation: optionalLineOfText(20),
  contact: z.strictObject({
    emailAddress: practitionerEmailSchema,
    faxNumber: practitionerFaxSchema,
    address: optionalLineOfText(200),
    address2: optionalLineOfText(200),
  }) satisfies z.ZodType<z.infer<typeof practitionerContactSchema>>,
  practices: z
    .array(
      z.strictObject({
        id: z.string().max(64).nullable(),
        practiceName: lineOfText(120),
        locationName: optionalLineOfText(120),
        faxNumber: practitionerFaxSchema,
      }),
    )
    .max(maxPractices)
    .readonly(),
}

/** The merge of an entry into another: both versions, as the administrator saw them. */
export const entryMergeFields = {
  version: z.number().int().min(1),
  into: practitionerIDSchema,
  intoVersion: z.number().int().min(1),
}
