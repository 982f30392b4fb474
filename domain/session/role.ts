import { z } from 'zod'

/**
 * Roles of the specs: staff roles and `user`, the role new members are created with (booking spec §3).
 * @internal Tests go through all of them.
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

/** Everyone who works here: any role but `user`. */
export const staffRoles = roles.filter((role) => role !== 'user')

/** Role names are compared without case (study spec §6). */
export const hasRole = (held: readonly string[], role: Role): boolean =>
  held.some((name) => name.toLowerCase() === role)

/** True when the roles make someone staff, so that staff calls are open to them at all. */
export const isStaff = (held: readonly string[]): boolean => staffRoles.some((role) => hasRole(held, role))
