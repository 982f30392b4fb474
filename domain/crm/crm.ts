import { z } from 'zod'
import { optionalLineOfText } from '../values/plain-text.ts'

export const crmIDSchema = z.string().regex(/^[A-Za-z0-9]{1,18}$/, 'must be a CRM id')

/** A person in the CRM, who may already be a member. */
export const crmPersonSchema = z.object({
  personID: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  phone_number: z.string(),
  dob: z.string().nullable(),
  gender: z.enum(['male', 'female']).nullable(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  postalCode: z.string(),
  country: z.string(),
  /** The member platform id, when this person is a member. */
  atriumID: z.string().nullable(),
})
export type CrmPerson = z.infer<typeof crmPersonSchema>

/** A sales opportunity, under the CRM's own field names (study spec §3). */
export const crmOpportunitySchema = z.object({
  opportunityID: z.string(),
  personID: z.string(),
  Study_ID__c: z.string().nullable(),
  Scan_Type__c: z.string().nullable(),
  StageName: z.string(),
  LeadSource: z.string(),
  Type: z.string(),
  Campaign__c: z.string().nullable(),
  OwnerId: z.string(),
  CreatedDate: z.string(),
})
export type CrmOpportunity = z.infer<typeof crmOpportunitySchema>

/** An opportunity that may be linked to a study, with its person. */
export const opportunityCandidateSchema = z.object({
  opportunity: crmOpportunitySchema,
  person: crmPersonSchema.pick({ firstname: true, lastname: true, dob: true, email: true }),
  /** The person is a member other than the study's, so the opportunity cannot be linked. */
  isOtherMember: z.boolean(),
})
export type OpportunityCandidate = z.infer<typeof opportunityCandidateSchema>

type Named = { readonly email: string; readonly dob: string | null }

/**
 * Returns whether both the email address and the birth date of a person in the CRM differ from the member's. An unknown
 * value counts as different. Names are not compared, because their spelling varies too much.
 */
export const isOtherPerson = (person: Named, member: Named): boolean => {
  const isSameEmail = person.email.trim() !== '' && sameText(person.email) === sameText(member.email)
  return !isSameEmail && (person.dob === null || person.dob !== member.dob)
}

const sameText = (text: string): string => text.trim().toLowerCase()

export const crmOpportunityChangesSchema = z
  .object({
    Study_ID__c: optionalLineOfText(40).nullable(),
    Scan_Type__c: optionalLineOfText(100).nullable(),
    StageName: optionalLineOfText(60),
    LeadSource: optionalLineOfText(100),
    Type: optionalLineOfText(60),
    Campaign__c: optionalLineOfText(100).nullable(),
  })
  .partial()
  .strict()
export type CrmOpportunityChanges = z.infer<typeof crmOpportunityChangesSchema>

export const crmPersonChangesSchema = z
  .object({
    firstname: optionalLineOfText(100),
    lastname: optionalLineOfText(100),
    email: optionalLineOfText(254),
    phone_number: optionalLineOfText(32),
    atriumID: optionalLineOfText(40).nullable(),
  })
  .partial()
  .strict()
export type CrmPersonChanges = z.infer<typeof crmPersonChangesSchema>
