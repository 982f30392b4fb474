import { z } from 'zod'
import { hasRole, type Role } from '../session/role.ts'
import { instantSchema } from '../values/time-schemas.ts'
import { practitionerIDSchema } from './practitioner.ts'

/** Who changes any entry of the directory, and decides on proposals (decisions section 6). */
export const directoryKeepers: readonly Role[] = ['admin', 'hi']

export const mayKeepDirectory = (held: readonly string[]): boolean =>
  directoryKeepers.some((role) => hasRole(held, role))

/**
 * Whether a change of the directory counts at once or is a proposal. `isOfOwnStudy`: a study at a location of this person names
 * the practitioner.
 */
export const decideDirectoryChange = (held: readonly string[], isOfOwnStudy: boolean): 'counts' | 'proposal' =>
  mayKeepDirectory(held) || (isOfOwnStudy && hasRole(held, 'frontdesk')) ? 'counts' : 'proposal'

/** Before a practice's id it names the fax of that practice. */
export const practicePrefix = 'practiceFaxNumbers.'

export const directoryChangeIDSchema = z.string().regex(/^[a-z0-9-]{1,64}$/, 'must be the id of a change')

/**
 * One field of a change: `faxNumber`, or `practiceFaxNumbers.` with the practice's id. `practiceName` is the name of that practice;
 * null for the practitioner's own fields and for a practice that is gone.
 */
const directoryFieldSchema = z.object({
  field: z.string(),
  before: z.string(),
  after: z.string(),
  practiceName: z.string().nullable().default(null),
})
export type DirectoryField = z.infer<typeof directoryFieldSchema>

/** A change of where a practitioner's reports are sent, field by field. */
export const directoryChangeSchema = z.object({
  changeID: directoryChangeIDSchema,
  practitionerID: practitionerIDSchema,
  practitionerName: z.string(),
  fields: z.array(directoryFieldSchema),
  by: z.string(),
  at: instantSchema,
  /** The location of the study from whose page it was changed; null where none was named. */
  locationName: z.string().nullable().default(null),
  state: z.enum(['counted', 'proposed', 'confirmed', 'declined']),
  /** Who decided on a proposal and when; null for every other change. */
  decidedBy: z.string().nullable().default(null),
  decidedAt: instantSchema.nullable().default(null),
})
export type DirectoryChange = z.infer<typeof directoryChangeSchema>

/** The changes of the directory that an account sees at a location. */
export const directoryChangesSchema = z.object({
  /** Undecided, the oldest first: all for those who decide, else the caller's own. */
  proposals: z.array(directoryChangeSchema),
  /** Announced to the location and seen by no person there, the newest first. */
  notices: z.array(directoryChangeSchema),
  /** Decided in the last {@link decidedDays} days, the newest first: all for those who decide, else the caller's own. */
  decided: z.array(directoryChangeSchema).default([]),
})
export type DirectoryChanges = z.infer<typeof directoryChangesSchema>

/** For how many days a decision on a proposal is listed. */
export const decidedDays = 30
