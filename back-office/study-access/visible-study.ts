import type { BookingRequest } from '#domain/booking/booking-request.ts'
import type { Location } from '#domain/locations/location.ts'
import { hasRole } from '#domain/session/role.ts'
import type { Database } from '../database/database.ts'
import { type Caller, type HandlerContext, mayWorkAt, requireCaller } from '../kernel/handler.ts'
import { locationForbidden, noSuchStudy, notForYou, studyOutOfReach } from '../kernel/route-access.ts'
import { RouteFailure } from '../kernel/route-failure.ts'
import { asShownTo } from '../locations/open-locations.ts'
import { findLocation } from '../repositories/locations-repository.ts'
import { findStudy, type StudyRow } from '../repositories/studies-repository.ts'

const forbidden = (message: string): RouteFailure => new RouteFailure(403, 'insufficient-permissions', message)

/** A member's own session books for that member only, from the offered slots, and leaves the desk's choices alone. */
export const checkMayBook = (caller: Caller, request: BookingRequest): void => {
  checkMayOverride(caller, request.override)
  checkMayChooseSedative(caller, request.sedativeTaken)
  if (caller.isStaff) return
  if (caller.memberID !== request.patientID) throw forbidden('You can book for yourself only.')
  if (request.slotSelectionType !== 'slot') throw forbidden('Choose one of the time slots offered.')
  if (request.memberType !== null) throw forbidden('The member type is chosen by the front desk.')
}

/** Only an administrator books over another appointment (decisions §5). */
export const checkMayOverride = (caller: Caller, override: { readonly reason: string } | null): void => {
  if (override !== null && !hasRole(caller.roles, 'admin')) {
    throw forbidden('Only an administrator can book over another appointment.')
  }
}

/** The sedative choice belongs to the role frontdesk (booking spec §6). */
export const checkMayChooseSedative = (caller: Caller, choice: string | null | undefined): void => {
  if (choice !== null && choice !== undefined && !hasRole(caller.roles, 'frontdesk')) {
    throw forbidden('Only the front desk can set the sedative choice.')
  }
}

/**
 * The location an appointment is to be made at, to a member with the scans that members may buy. 404 when there is none, 403 `location-forbidden` for staff of others, 409
 * `location-not-bookable` when it is closed down or not open to assisted booking (staff) or self-service (members).
 */
export const findBookableLocation = async (
  db: Database,
  locationID: string,
  context: HandlerContext,
): Promise<Location> => {
  const caller = requireCaller(context)
  const location = await findLocation(db, locationID)
  if (location === undefined) throw new RouteFailure(404, 'not-found', 'There is no such location.')
  if (caller.isStaff && !mayWorkAt(caller, locationID)) throw locationForbidden()
  if (!location.active || !(caller.isStaff ? location.assistedBooking : location.selfServiceBooking)) {
    throw new RouteFailure(409, 'location-not-bookable', `${location.address.name} takes no bookings at present.`)
  }
  return asShownTo(caller, location)
}

/**
 * A study the caller may see; 404 for one that does not exist, 403 `location-forbidden` to staff of other locations. A member sees
 * their own only. A delivery's ticket shows its own, whatever its author may see by now: the routes it opens ask for their rights
 * where they count, and {@link asAuthor}.
 */
export const findVisibleStudy = async (db: Database, studyID: string, context: HandlerContext): Promise<StudyRow> => {
  const caller = requireCaller(context)
  const study = await findStudy(db, studyID)
  if (study === undefined) throw noSuchStudy()
  const isVisible =
    caller.ticket?.studyID === studyID ||
    (caller.isStaff ? mayWorkAt(caller, study.location_id) : caller.memberID === study.patient_id)
  if (!isVisible) throw studyOutOfReach(caller)
  return study
}

/** The same call in the rights alone that whoever calls has now, without what a ticket shows: 403 who is no staff any more. */
export const asAuthor = (context: HandlerContext): HandlerContext => {
  const { ticket: _ticket, ...caller } = requireCaller(context)
  if (!caller.isStaff) throw notForYou()
  return { ...context, caller }
}
