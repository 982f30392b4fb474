import { z } from 'zod'
import { formatName } from '../format/format-name.ts'
import { languageSchema, standardLanguage } from '../values/language.ts'
import { lineOfText, optionalLineOfText } from '../values/plain-text.ts'
import { plainDateSchema } from '../values/time-schemas.ts'
import { countries } from './country.ts'

/**
 * A member's id: the patient id, also `user_id` and `atriumID`, such as `m-000123`. Only the back office interprets it.
 */
export const memberIDSchema = z
  .string()
  .regex(/^[A-Za-z0-9-]{1,40}$/, 'must be a member id')
  .brand<'MemberID'>()
export type MemberID = z.infer<typeof memberIDSchema>

export const genders = ['male', 'female'] as const
/** Biological sex as the spec's `gender` field stores it. */
export type Gender = (typeof genders)[number]

/** A basic email pattern. The result is trimmed; its case is kept. */
export const emailSchema = z
  .string()
  .max(254)
  .transform((text) => text.trim())
  .refine((text) => /^[^\s@<>()",;:\\[\]]+@[^\s@<>()",;:\\[\]]+\.[^\s@<>()",;:\\[\].]{2,}$/u.test(text), {
    message: 'must be an email address',
  })

const phoneSchema = z
  .string()
  .max(32)
  .transform((text) => text.trim())
  .refine((text) => /^\+?[\d\s().-]{7,30}(\s*(x|ext\.?)\s*\d{1,6})?$/i.test(text), 'must be a phone number')

/** The input of the member creation form (booking spec §2, §3, §5). Rules across fields are in member-rules.ts. */
export const memberDraftSchema = z.object({
  firstname: lineOfText(100),
  middlename: optionalLineOfText(100).default(''),
  preferredName: optionalLineOfText(100).default(''),
  lastname: lineOfText(100),
  email: emailSchema,
  dob: plainDateSchema,
  gender: z.enum(genders),
  phone_number: phoneSchema,
  address: lineOfText(200),
  city: lineOfText(100),
  state: optionalLineOfText(100).default(''),
  postalCode: optionalLineOfText(20).default(''),
  country: z.enum(countries),
  phn: optionalLineOfText(40).default(''),
  leadSource: optionalLineOfText(100).default(''),
  leadSourceDetail: optionalLineOfText(200).default(''),
  language: languageSchema.default(standardLanguage),
})
export type MemberDraft = z.infer<typeof memberDraftSchema>

/** A change names only the fields it changes. */
export const memberChangesSchema = z
  .object({
    firstname: lineOfText(100),
    middlename: optionalLineOfText(100),
    preferredName: optionalLineOfText(100),
    lastname: lineOfText(100),
    email: emailSchema,
    dob: plainDateSchema,
    gender: z.enum(genders),
    phone_number: phoneSchema,
    address: lineOfText(200),
    city: lineOfText(100),
    state: optionalLineOfText(100),
    postalCode: optionalLineOfText(20),
    country: z.enum(countries),
    phn: optionalLineOfText(40),
    leadSource: optionalLineOfText(100),
    leadSourceDetail: optionalLineOfText(200),
    language: languageSchema,
  })
  .partial()
  .strict()
export type MemberChanges = z.infer<typeof memberChangesSchema>

/** A member as stored and shown (booking spec §3 Member). `version` counts changes, for the optimistic lock. */
export const memberSchema = z.object({
  patientID: memberIDSchema,
  user_id: z.string(),
  atriumID: z.string(),
  firstname: z.string(),
  middlename: z.string(),
  preferredName: z.string(),
  lastname: z.string(),
  email: z.string(),
  dob: plainDateSchema,
  yob: z.number().int(),
  mob: z.number().int(),
  gender: z.enum(genders),
  phone_number: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  postalCode: z.string(),
  country: z.string(),
  phn: z.string(),
  roles: z.array(z.string()),
  salesforceAccountId: z.string().nullable(),
  sfOpportunityID: z.string().nullable(),
  leadSource: z.string(),
  leadSourceDetail: z.string(),
  /** The language of the texts that the member reads; English in records and copies of earlier versions. */
  language: languageSchema.default(standardLanguage),
  version: z.number().int(),
})
export type Member = z.infer<typeof memberSchema>

/** Returns the full name, as shown wherever a user acts on a member. */
export const fullName = (member: Pick<Member, 'firstname' | 'middlename' | 'lastname'>): string => formatName(member)
