import { z } from 'zod'

/**
 * The roles of the specs: staff roles, and `user`, the role of a new member (booking spec §3).
 * @internal Exported for tests that go through every role.
 */
export const roles = [
  'frontdesk',
  'admin',
  'sales',
  'hi',
  'report_qc',
  'np',
  'radiologist',
  'qa',
  'dev',
  'finance',
  'user',
] as const
export type Role = (typeof roles)[number]
export const roleSchema = z.enum(roles)

/** All staff roles: any role but `user`. */
export const staffRoles = roles.filter((role) => role !== 'user')

/** Returns whether `held` includes a role. The case of role names does not matter (study spec §6). */
export const hasRole = (held: readonly string[], role: Role): boolean =>
  held.some((name) => name.toLowerCase() === role)

/** Returns whether the roles include a staff role. Routes for staff require one. */
export const isStaff = (held: readonly string[]): boolean => staffRoles.some((role) => hasRole(held, role))
