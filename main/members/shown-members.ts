import type { StaffUser } from '#domain/session/staff-user.ts'
import type { CacheScope } from '../cache/member-search.ts'

/**
 * Returns which members a user's search of the cache shows. Staff with access to only some locations see the members
 * who have a study at one of their locations and the members whom they created (decisions section 6), because users of
 * different locations share a workstation. Null when nothing is shown.
 */
export const cacheScopeOf = (user: StaffUser | null): CacheScope | null => {
  if (user === null) return null
  return user.allowedLocations === 'all' ? 'all' : { locations: user.allowedLocations, userID: user.user_id }
}
