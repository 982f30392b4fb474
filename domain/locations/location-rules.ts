import type { StaffUser } from '../session/staff-user.ts'
import type { LocationID } from '../values/location-id.ts'
import type { Location } from './location.ts'

/** Returns whether this person may work at this location (booking spec §6: the current user's allowed list). */
export const isLocationAllowed = (user: Pick<StaffUser, 'allowedLocations'>, locationID: LocationID): boolean =>
  user.allowedLocations === 'all' || user.allowedLocations.includes(locationID)

/**
 * Returns the locations offered for choice, sorted by name (booking spec §2, §5, §6). Assisted booking offers the
 * active assisted-booking locations in the person's allowed list. Self-service pages offer the active self-service
 * locations to all.
 */
export const selectableLocations = (
  locations: readonly Location[],
  user: Pick<StaffUser, 'allowedLocations'> | null,
  purpose: 'assisted' | 'self-service',
): Location[] =>
  locations
    .filter((location) => location.active)
    .filter((location) =>
      purpose === 'self-service'
        ? location.selfServiceBooking
        : location.assistedBooking && user !== null && isLocationAllowed(user, location.locationID),
    )
    .sort((a, b) => a.address.name.localeCompare(b.address.name, 'en'))
