import { createHash, randomBytes } from 'node:crypto'
import { memberIDSchema } from '#domain/members/member.ts'
import { isStaff, roleSchema } from '#domain/session/role.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'
import type { UserTable } from '../database/tables.ts'
import type { Caller } from './handler.ts'

/** Creates a session token of 256 random bits, with the hash that the session is stored under. */
export const createSessionToken = (): { token: string; tokenHash: string } => {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: hashToken(token) }
}

/** Returns the SHA-256 of a token. Looking up by the hash prevents a timing attack on the token. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Returns the token of an `Authorization: Bearer` header; undefined for any other header. */
export const parseBearer = (header: string | undefined): string | undefined =>
  /^Bearer ([A-Za-z0-9_-]{20,200})$/i.exec(header ?? '')?.[1]

/**
 * Returns the caller of a user's row. Roles and locations that no longer exist are ignored; roles are case-insensitive
 * (study spec §6).
 */
export const toCaller = (user: UserTable, sessionHash: string): Caller => {
  const roles = parseList(user.roles).flatMap((name) => roleSchema.safeParse(String(name).toLowerCase()).data ?? [])
  const staff = isStaff(roles)
  return {
    userID: user.user_id,
    name: `${user.firstname} ${user.lastname}`.trim(),
    email: user.email,
    roles,
    isStaff: staff,
    memberID: staff ? null : (memberIDSchema.safeParse(user.user_id).data ?? null),
    allowedLocations:
      user.allowed_locations === null
        ? 'all'
        : parseList(user.allowed_locations).flatMap((id) => locationIDSchema.safeParse(id).data ?? []),
    sessionHash,
  }
}

const parseList = (json: string): unknown[] => {
  const list: unknown = JSON.parse(json)
  return Array.isArray(list) ? list : []
}
