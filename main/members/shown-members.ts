import type { StaffUser } from '#domain/session/staff-user.ts'
import type { CacheScope } from '../cache/member-search.ts'

/**
 * Returns which members a user's search of the cache shows. Users of different locations share a workstation. Staff
 * with access to only some locations therefore see only the members with a study there, and the members whom they
 * created (decisions section 6). Null when nothing is shown.
 */
export const cacheScopeOf = (user: StaffUser | null): CacheScope | null => {
  if (user === null) return null
  return user.allowedLocations === 'all' ? 'all' : { locations: user.allowedLocations, userID: user.user_id }
}
