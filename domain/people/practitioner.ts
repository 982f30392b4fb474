import { z } from 'zod'
import { emailSchema } from '../members/member.ts'
import { optionalLineOfText } from '../values/plain-text.ts'
import { parseFaxNumber } from './fax-number.ts'

export const practitionerIDSchema = z.string().regex(/^[A-Za-z0-9-]{1,64}$/, 'must be a practitioner id')

/** A practice at which a practitioner works, with a fax of its own (study spec §3 Practitioner, location edges). */
export const practiceLocationSchema = z.object({
  id: z.string(),
  locationName: z.string(),
  practice: z.object({ practiceName: z.string() }),
  practitionerContact: z.object({ faxNumber: z.string() }),
})
export type PracticeLocation = z.infer<typeof practiceLocationSchema>

/** Returns a practice's name with its location, once where both are the same. */
export const practiceName = ({ practice, locationName }: PracticeLocation): string =>
  [...new Set([practice.practiceName, locationName])].filter(Boolean).join(', ')

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

/** What a wrong address is told, also when a report is sent to it (study spec §5). @internal Tests expect this message. */
export const practitionerEmailRefused = 'Recipient Email Address is not valid'

/** Empty, or the basic e-mail pattern (study spec §5). */
const practitionerEmailSchema = optionalLineOfText(254).refine(
  (text) => text === '' || emailSchema.safeParse(text).success,
  practitionerEmailRefused,
)

/** Empty, or digits as people group them. */
const practitionerFaxSchema = optionalLineOfText(32).refine(
  (text) => /^[\d +()-]*$/u.test(text),
  'A fax number has digits, spaces, +, - and brackets only',
)

/** Whether reports can be faxed there, by the rule that a send is judged by. */
export const isFaxable = (faxNumber: string): boolean => parseFaxNumber(faxNumber).kind === 'valid'

/** What staff may change in the directory: where reports are sent. Whether a number can be faxed to is judged when sending. */
export const practitionerContactChangesSchema = z
  .object({
    emailAddress: practitionerEmailSchema,
    faxNumber: practitionerFaxSchema,
    address: optionalLineOfText(200),
    address2: optionalLineOfText(200),
    /** By the id of a practice location of theirs: a study that names the practice is faxed there before the practitioner's own. */
    practiceFaxNumbers: z.record(z.string().min(1).max(64), practitionerFaxSchema),
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
  additional: z.array(practitionerRefSchema).max(mostAdditionalPractitioners).readonly(),
})
export type StudyPractitioners = z.infer<typeof studyPractitionersSchema>
