import { minutesTaken } from '#domain/booking/appointment-end.ts'
import type { Stretch } from '#domain/booking/machine-time.ts'
import type { Location, Machine } from '#domain/locations/location.ts'
import { toEpochMs } from '#domain/values/instant.ts'
import type { Database } from '../database/database.ts'
import { Refusal } from '../kernel/refusal.ts'
import { isInsideOpeningHours } from './appointment.ts'

/** Holds without an owner that one machine carries at a time: nobody can close a clinic by holding all of its day. */
const mostOwnerlessHolds = 6
/** However often it is renewed, a hold without an owner ends so long after it was placed; a form is filled by then. */
export const ownerlessHoldSeconds = 30 * 60

/**
 * Refuses what the self-service calendar does not offer: a stretch that is no sold scan's on this machine (400
 * `invalid-input`), or not inside opening hours (400 `outside-opening-hours`). `location` with the scans members may buy.
 */
export const checkOfferedStretch = (location: Location, machine: Machine, stretch: Stretch): void => {
  const minutes = (toEpochMs(stretch.utcEnd) - toEpochMs(stretch.utcStart)) / 60_000
  if (!location.catalog.primary.some((scan) => minutesTaken(location, machine, scan.skuID) === minutes)) {
    const message = 'No scan on this machine takes that long. Choose one of the time slots offered.'
    throw new Refusal('invalid-input', message, { fields: { utcEnd: message } })
  }
  if (!isInsideOpeningHours(location, stretch.utcStart, stretch.utcEnd)) {
    throw new Refusal('outside-opening-hours', 'The location is closed at that time. Choose another time slot.')
  }
}

/**
 * Refuses one more hold without an owner on a machine that carries its number of them, as `slot-taken`, so that whoever asks
 * goes on to the next machine. Runs with the machine locked and swept.
 */
export const checkRoomForOwnerless = async (db: Database, machineID: string): Promise<void> => {
  const row = await db
    .selectFrom('machine_time')
    .select((select) => select.fn.countAll().as('holds'))
    .where('machine_id', '=', machineID)
    .where('kind', '=', 'slot-hold')
    .where('owner_user_id', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(row.holds) < mostOwnerlessHolds) return
  throw new Refusal('slot-taken', 'Many people are choosing a time here just now. Please try again in a few minutes.')
}
