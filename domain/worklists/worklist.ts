import { z } from 'zod'
import { hasRole, type Role } from '../session/role.ts'

/** The worklists, in the order of their tabs (decision 271). @internal Tests cover every entry. */
export const worklists = ['reading', 'report-qa', 'health-information', 'nurse-practitioner', 'sales'] as const
export const worklistSchema = z.enum(worklists)
export type Worklist = (typeof worklists)[number]

/** The role whose work a list has. Administrators may see every list. */
const roleOf: { readonly [List in Worklist]: Role } = {
  reading: 'radiologist',
  'report-qa': 'report_qc',
  'health-information': 'hi',
  'nurse-practitioner': 'np',
  sales: 'sales',
}

/** Every role that has a worklist. */
export const worklistRoles: readonly Role[] = [...Object.values(roleOf), 'admin']

/** Returns whether these roles may see a list. */
export const maySeeWorklist = (held: readonly string[], list: Worklist): boolean =>
  hasRole(held, roleOf[list]) || hasRole(held, 'admin')

/** Returns the lists that these roles may see. */
export const worklistsOf = (held: readonly string[]): readonly Worklist[] =>
  worklists.filter((list) => maySeeWorklist(held, list))

/**
 * Returns the lists of the person's own roles. An administrator may see the other lists too, but is not expected to
 * work on them.
 */
export const ownWorklists = (held: readonly string[]): readonly Worklist[] =>
  worklists.filter((list) => hasRole(held, roleOf[list]))

/** Returns the list of the first role; null if that role has none. */
export const firstWorklist = (held: readonly string[]): Worklist | null => {
  const [first] = held
  return first === undefined ? null : (ownWorklists([first])[0] ?? null)
}

/** The studies that a list shows, by their radiologist: all studies, the caller's studies, or unassigned studies. */
export const assignmentFilters = ['all', 'mine', 'unassigned'] as const
export type AssignmentFilter = (typeof assignmentFilters)[number]
