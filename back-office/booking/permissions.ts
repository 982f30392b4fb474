import type { BookingRequest } from '#domain/booking/booking-request.ts'
import type { Location } from '#domain/locations/location.ts'
import { hasRole } from '#domain/session/role.ts'
import type { Database } from '../database/database.ts'
import { type Caller, type HandlerContext, mayWorkAt, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { forbidden, locationForbidden } from '../kernel/route-access.ts'
import { asShownTo } from '../locations/open-locations.ts'
import { findLocation } from '../repositories/locations-repository.ts'
import { checkMayChooseSedative } from '../safety/sedative.ts'
import { backOfficeBookingWords } from './booking-words.ts'

/**
 * Throws unless the caller may make this booking. A member may book only for themselves, from the offered slots, and
 * without the options that only staff may set.
 */
export const checkMayBook = (caller: Caller, request: BookingRequest): void => {
  checkMayOverride(caller, request.override)
  checkMayChooseSedative(caller, request.sedativeTaken)
  if (caller.isStaff) return
  if (caller.memberID !== request.patientID) throw forbidden(backOfficeBookingWords.ownBookingsOnly)
  if (request.slotSelectionType !== 'slot') throw forbidden(backOfficeBookingWords.availableSlotsOnly)
  if (request.memberType !== null) throw forbidden(backOfficeBookingWords.memberTypeByDesk)
  if (request.proactiveBooking === true) throw forbidden(backOfficeBookingWords.proactiveByDesk)
}

/** Throws if a user other than an administrator books over another appointment (decisions §5). */
export const checkMayOverride = (caller: Caller, override: { readonly reason: string } | null): void => {
  if (override !== null && !hasRole(caller.roles, 'admin')) {
    throw forbidden(backOfficeBookingWords.overbookByAdmin)
  }
}

/**
 * Returns the location for a new appointment; members get only the scans that they may buy. Throws 404 for an unknown
 * location, 403 `location-forbidden` for staff of other locations, 409 `location-not-bookable` when it is inactive or
 * not open to assisted booking (staff) or self-service (members).
 */
export const findBookableLocation = async (
  db: Database,
  locationID: string,
  context: Pick<HandlerContext, 'caller'>,
): Promise<Location> => {
  const caller = requireCaller(context)
  const location = await findLocation(db, locationID)
  if (location === undefined) throw new Refusal('not-found', backOfficeBookingWords.locationNotFound)
  if (caller.isStaff && !mayWorkAt(caller, locationID)) throw locationForbidden()
  checkBookable(location, caller.isStaff)
  return asShownTo(caller, location)
}

/** Throws 409 `location-not-bookable` when a location is inactive, or not open to this kind of booking. */
export const checkBookable = (location: Location, isStaff: boolean): void => {
  if (location.active && (isStaff ? location.assistedBooking : location.selfServiceBooking)) return
  throw new Refusal('location-not-bookable', backOfficeBookingWords.locationNotBookable(location.address.name))
}
