import { z } from 'zod'
import { hasRole, roleSchema } from '../session/role.ts'
import { locationIDSchema } from '../values/location-id.ts'
import { instantSchema } from '../values/time-schemas.ts'

/**
 * The state of the email with an invitation's code. `uncertain`: the mail server did not answer, so the person may have
 * received the email.
 */
export const invitationMailSchema = z.enum(['waiting', 'sent', 'uncertain', 'failed'])
export type InvitationMail = z.infer<typeof invitationMailSchema>

/**
 * A staff account, as administrators see it. `active` can sign in; `invited` has no password yet; `deactivated` cannot
 * sign in, but its history stays.
 */
export const accountSchema = z.object({
  userID: z.string(),
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  roles: z.array(roleSchema),
  allowedLocations: z.union([z.literal('all'), z.array(locationIDSchema)]),
  homeLocation: locationIDSchema.nullable(),
  state: z.enum(['active', 'invited', 'deactivated']),
  /** When the open invitation expires; null if there is no open invitation. */
  invitedUntil: instantSchema.nullable(),
  /**
   * The state of the open invitation's email; null if there is no such email, for example because no mail server is
   * configured.
   */
  invitationMail: invitationMailSchema.nullable(),
  /** When the lockout after wrong passwords ends; null while the account is not locked. */
  lockedUntil: instantSchema.nullable(),
  /** Number of sessions that are open now. */
  sessions: z.number().int(),
  /** 1 for a new account; each change increments it. */
  version: z.number().int(),
})
export type Account = z.infer<typeof accountSchema>

/** Returns whether an account can administer: it is active, and has a password and the role `admin`. */
export const isAdministrator = ({ state, roles }: Pick<Account, 'state' | 'roles'>): boolean =>
  state === 'active' && hasRole(roles, 'admin')
