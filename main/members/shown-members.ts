import type { StaffUser } from '#domain/session/staff-user.ts'
import type { CacheScope } from '../cache/member-search.ts'

/**
 * Returns whom a person's search of the copy shows: staff of some locations see those with a study there and those they
 * created (decisions section 6). People of different locations share a workstation. Null where nothing is shown.
 */
export const cacheScopeOf = (user: StaffUser | null): CacheScope | null => {
  if (user === null) return null
  return user.allowedLocations === 'all' ? 'all' : { locations: user.allowedLocations, userID: user.user_id }
}
