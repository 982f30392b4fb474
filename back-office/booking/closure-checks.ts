import { findClosedTime } from '#domain/locations/closed-times.ts'
import type { Location } from '#domain/locations/location.ts'
import { closedMessage } from '#domain/locations/location-words.ts'
import { hasRole } from '#domain/session/role.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { MachineID } from '#domain/values/location-id.ts'
import type { Database } from '../database/database.ts'
import { type HandlerContext, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { keepInClosure } from '../repositories/closures-repository.ts'
import { findLocation } from '../repositories/locations-repository.ts'
import { findMachineTimeOfStudy } from '../repositories/machine-times-repository.ts'
import { backOfficeBookingWords } from './booking-words.ts'

/** A period of time on one machine, in epoch seconds. */
type MachineStretch = { readonly machineID: MachineID; readonly from: number; readonly to: number }

/**
 * Throws 409 `location-closed` when a stretch overlaps a closed time, except for administrators with `isConfirmed`.
 * Returns the id of the closure that an administrator with `isConfirmed` books into; null if the period overlaps no
 * closed time.
 */
export const checkOpen = (
  location: Location,
  stretch: MachineStretch,
  isConfirmed: boolean,
  { caller }: Pick<HandlerContext, 'caller'>,
): string | null => {
  const closed = findClosedTime(
    location,
    stretch.machineID,
    toInstant(stretch.from * 1000),
    toInstant(stretch.to * 1000),
  )
  if (closed === null) return null
  if (isConfirmed && caller !== null && hasRole(caller.roles, 'admin')) return closed.closure.closureID
  if (caller?.isStaff !== true) throw new Refusal('location-closed', backOfficeBookingWords.closed)
  const { machineID, reason } = closed.closure
  const machine = location.machines.find((each) => each.machineID === machineID)
  throw new Refusal('location-closed', closedMessage(machine?.name ?? location.address.name, reason))
}

/**
 * Checks the current closures under the location's lock, so that a closure saved after `location` was read also counts.
 * An appointment that keeps its machine and its start, for example when only its scan type changes, is not checked. For
 * an appointment that an administrator confirmed, records that it stays inside the closure. Throws as {@link checkOpen}
 * does.
 */
export const checkClosures = async (
  db: Database,
  placement: { readonly studyID: string; readonly location: Location; readonly isConfirmed: boolean },
  stretch: MachineStretch,
  context: Pick<HandlerContext, 'caller' | 'now'>,
): Promise<void> => {
  const { studyID, location, isConfirmed } = placement
  const present = (await findLocation(db, location.locationID)) ?? location
  const before = await findMachineTimeOfStudy(db, studyID)
  const isThere = before?.machine_id === stretch.machineID && before.starts_at === stretch.from
  if (isThere) return
  const closureID = checkOpen({ ...location, closures: present.closures }, stretch, isConfirmed, context)
  if (closureID === null) return
  const caller = requireCaller(context)
  const keep = { reason: backOfficeBookingWords.confirmedInClosure, byUser: caller.userID, byName: caller.name }
  await keepInClosure(db, closureID, studyID, { ...keep, at: context.now })
}
