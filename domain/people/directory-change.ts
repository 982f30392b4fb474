import { z } from 'zod'
import { hasRole, type Role } from '../session/role.ts'
import { instantSchema } from '../values/time-schemas.ts'
import { practitionerIDSchema } from './practitioner.ts'

/** The roles that change any entry of the directory and decide on proposals (decisions section 6). */
export const directoryKeepers: readonly Role[] = ['admin', 'hi']

export const mayKeepDirectory = (held: readonly string[]): boolean =>
  directoryKeepers.some((role) => hasRole(held, role))

/**
 * Decides whether a change of the directory applies immediately or is a proposal. `isOfOwnStudy`: a study at one of
 * this person's locations names the practitioner.
 */
export const decideDirectoryChange = (held: readonly string[], isOfOwnStudy: boolean): 'counts' | 'proposal' =>
  mayKeepDirectory(held) || (isOfOwnStudy && hasRole(held, 'frontdesk')) ? 'counts' : 'proposal'

/** The prefix in the field name of a practice's fax; the practice's id follows it. */
export const practicePrefix = 'practiceFaxNumbers.'

export const directoryChangeIDSchema = z.string().regex(/^[a-z0-9-]{1,64}$/, 'must be the id of a change')

/**
 * One field of a change: a contact field such as `faxNumber`, or `practiceFaxNumbers.` with the practice's id.
 * `practiceName` is the name of that practice; null for contact fields and for a practice that no longer exists.
 */
const directoryFieldSchema = z.object({
  field: z.string(),
  before: z.string(),
  after: z.string(),
  practiceName: z.string().nullable().default(null),
})
export type DirectoryField = z.infer<typeof directoryFieldSchema>

/** A change of the addresses to which a practitioner's reports are sent, field by field. */
export const directoryChangeSchema = z.object({
  changeID: directoryChangeIDSchema,
  practitionerID: practitionerIDSchema,
  practitionerName: z.string(),
  fields: z.array(directoryFieldSchema),
  by: z.string(),
  at: instantSchema,
  /** The location of the study on whose page the change was made; null if the change names no location. */
  locationName: z.string().nullable().default(null),
  state: z.enum(['counted', 'proposed', 'confirmed', 'declined']),
  /** The person who decided on a proposal, and when; null for a change without a decision. */
  decidedBy: z.string().nullable().default(null),
  decidedAt: instantSchema.nullable().default(null),
})
export type DirectoryChange = z.infer<typeof directoryChangeSchema>

/** The changes of the directory that an account sees at a location. */
export const directoryChangesSchema = z.object({
  /**
   * The undecided proposals, oldest first. Accounts that may decide receive all of them, other accounts only their own.
   */
  proposals: z.array(directoryChangeSchema),
  /** The changes that were announced to the location and are not acknowledged there, newest first. */
  notices: z.array(directoryChangeSchema),
  /**
   * The proposals decided in the last {@link decidedDays} days, newest first. Accounts that may decide receive all of
   * them, other accounts only their own.
   */
  decided: z.array(directoryChangeSchema).default([]),
})
export type DirectoryChanges = z.infer<typeof directoryChangesSchema>

/** The number of days for which a decision on a proposal is listed. */
export const decidedDays = 30
