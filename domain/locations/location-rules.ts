import type { StaffUser } from '../session/staff-user.ts'
import type { LocationID } from '../values/location-id.ts'
import type { Location } from './location.ts'

/** True when this person may work at this location at all (booking spec §6: the current user's allowed list). */
export const isLocationAllowed = (user: Pick<StaffUser, 'allowedLocations'>, locationID: LocationID): boolean =>
  user.allowedLocations === 'all' || user.allowedLocations.includes(locationID)

/**
 * Locations offered for choice (booking spec §2, §5, §6): for assisted booking the active assisted-booking ones in the
 * person's allowed list; on self-service pages the active self-service ones, whoever looks. Sorted by name.
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
