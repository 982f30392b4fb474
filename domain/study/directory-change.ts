import { z } from 'zod'
import { hasRole, type Role } from '../session/role.ts'
import { instantSchema } from '../time/time-schemas.ts'
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

export const directoryChangeIDSchema = z.string().regex(/^[a-z0-9-]{1,64}$/, 'must be the id of a change')

/** A change of where a practitioner's reports are sent; field by field, `practiceFaxNumbers.` with the practice's id. */
export const directoryChangeSchema = z.object({
  changeID: directoryChangeIDSchema,
  practitionerID: practitionerIDSchema,
  practitionerName: z.string(),
  fields: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  by: z.string(),
  at: instantSchema,
  state: z.enum(['counted', 'proposed', 'confirmed', 'declined']),
})
export type DirectoryChange = z.infer<typeof directoryChangeSchema>
