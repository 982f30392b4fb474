import type { Location } from '../locations/location.ts'
import type { Instant } from '../values/instant.ts'
import type { SkuID } from '../values/location-id.ts'
import { appointmentEnd } from './appointment-end.ts'
import type { MachineTime } from './machine-time.ts'

/** Returns whether a machine time overlaps [utcStart, utcEnd) on a machine. An expired hold overlaps nothing. */
export const overlapsMachineTime = (
  time: MachineTime,
  place: Pick<MachineTime, 'machineID' | 'utcStart' | 'utcEnd'>,
  now: Instant,
): boolean =>
  time.machineID === place.machineID &&
  time.utcStart < place.utcEnd &&
  place.utcStart < time.utcEnd &&
  (time.expiresAt === null || time.expiresAt > now)

/**
 * Returns the entries that occupy the machines that can do a scan type at one start, in the location's order of
 * machines, then by start. Each machine's own minutes count, so the same start can end at different times on two
 * machines.
 */
export const findOccupants = <Entry extends { readonly machineTime: MachineTime }>(
  location: Location,
  skuID: SkuID,
  utcStart: Instant,
  entries: readonly Entry[],
  now: Instant,
): readonly Entry[] =>
  location.machines.flatMap((machine) => {
    const utcEnd = appointmentEnd(location, machine, skuID, utcStart)
    if (utcEnd === undefined) return []
    const { machineID } = machine
    return entries
      .filter(({ machineTime }) => overlapsMachineTime(machineTime, { machineID, utcStart, utcEnd }, now))
      .sort((a, b) => (a.machineTime.utcStart < b.machineTime.utcStart ? -1 : 1))
  })
