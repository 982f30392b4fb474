import { z } from 'zod'
import { emailSchema } from '../members/member.ts'
import { optionalLineOfText } from '../values/plain-text.ts'
import { parseFaxNumber } from './fax-number.ts'

export const practitionerIDSchema = z.string().regex(/^[A-Za-z0-9-]{1,64}$/, 'must be a practitioner id')

/** A practice of a practitioner, with its own fax (study spec §3 Practitioner, location edges). */
export const practiceLocationSchema = z.object({
  id: z.string(),
  locationName: z.string(),
  practice: z.object({ practiceName: z.string() }),
  practitionerContact: z.object({ faxNumber: z.string() }),
})
export type PracticeLocation = z.infer<typeof practiceLocationSchema>

/** Returns a practice's name with its location, or the name once if both are the same. */
export const practiceName = ({ practice, locationName }: PracticeLocation): string =>
  [...new Set([practice.practiceName, locationName])].filter(Boolean).join(', ')

export const practitionerContactSchema = z.object({
  emailAddress: z.string(),
  faxNumber: z.string(),
  address: z.string(),
  address2: z.string(),
})
export type PractitionerContact = z.infer<typeof practitionerContactSchema>

/** A practitioner of the directory (study spec §3). `version` counts changes; an old version is refused as `stale`. */
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

/**
 * The message for an invalid email address in the directory (study spec §5).
 * @internal Tests expect this message.
 */
export const practitionerEmailRefused = 'Recipient Email Address is not valid'

/** Empty, or the basic email pattern (study spec §5). */
export const practitionerEmailSchema = optionalLineOfText(254).refine(
  (text) => text === '' || emailSchema.safeParse(text).success,
  practitionerEmailRefused,
)

/** Empty, or digits in any grouping. */
export const practitionerFaxSchema = optionalLineOfText(32).refine(
  (text) => /^[\d +()-]*$/u.test(text),
  'Use only digits, spaces, +, - and parentheses',
)

/** Returns whether reports can be faxed to this number. Sending a fax applies the same rule. */
export const isFaxable = (faxNumber: string): boolean => parseFaxNumber(faxNumber).kind === 'valid'

/**
 * The fields of the directory that staff may change: where reports are sent. Whether a number can receive a fax is
 * checked when sending.
 */
export const practitionerContactChangesSchema = z
  .object({
    emailAddress: practitionerEmailSchema,
    faxNumber: practitionerFaxSchema,
    address: optionalLineOfText(200),
    address2: optionalLineOfText(200),
    /**
     * Fax numbers by practice location id. The report of a study that names the practice is faxed to this number. If
     * the number is empty, the report is faxed to the practitioner's own number.
     */
    practiceFaxNumbers: z.record(z.string().min(1).max(64), practitionerFaxSchema),
  })
  .partial()
  .strict()
export type PractitionerContactChanges = z.infer<typeof practitionerContactChangesSchema>

/** A practitioner as a study names them. `locationID` is one of their practices; null if it is unknown. */
export const practitionerRefSchema = z.object({
  practitionerID: practitionerIDSchema,
  locationID: z.string().max(64).nullable(),
})
export type PractitionerRef = z.infer<typeof practitionerRefSchema>

export const maxAdditionalPractitioners = 20

/** The recipients of a study's report: the member's own doctor, the referring one, and others. */
export const studyPractitionersSchema = z.object({
  primary: practitionerRefSchema.nullable(),
  referring: practitionerRefSchema.nullable(),
  additional: z.array(practitionerRefSchema).max(maxAdditionalPractitioners).readonly(),
})
export type StudyPractitioners = z.infer<typeof studyPractitionersSchema>
