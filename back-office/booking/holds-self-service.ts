import { minutesTaken } from '#domain/booking/appointment-end.ts'
import type { Stretch } from '#domain/booking/machine-time.ts'
import type { Location, Machine } from '#domain/locations/location.ts'
import { toEpochMs } from '#domain/values/instant.ts'
import type { Database } from '../database/database.ts'
import { Refusal } from '../kernel/refusal.ts'
import { isInsideOpeningHours } from './appointment.ts'
import { backOfficeBookingWords } from './booking-words.ts'

/**
 * Maximum number of anonymous holds on one machine at a time, so that a visitor cannot block a clinic's bookings by
 * holding all slots of a day.
 */
const maxOwnerlessHolds = 6
/** Longest life of an anonymous hold in seconds, however often it is renewed: enough time to fill in the form. */
export const ownerlessHoldSeconds = 30 * 60

/**
 * Refuses a stretch that the self-service calendar does not offer: 400 `invalid-input` if no scan sold on this machine
 * has its length, 400 `outside-opening-hours` if it is not inside opening hours. `location` has only the scans that
 * members may buy.
 */
export const checkOfferedStretch = (location: Location, machine: Machine, stretch: Stretch): void => {
  const minutes = (toEpochMs(stretch.utcEnd) - toEpochMs(stretch.utcStart)) / 60_000
  if (!location.catalog.primary.some((scan) => minutesTaken(location, machine, scan.skuID) === minutes)) {
    const message = backOfficeBookingWords.scanShorter
    throw new Refusal('invalid-input', message, { fields: { utcEnd: message } })
  }
  if (!isInsideOpeningHours(location, stretch.utcStart, stretch.utcEnd)) {
    throw new Refusal('outside-opening-hours', backOfficeBookingWords.closed)
  }
}

/**
 * Refuses a further anonymous hold on a machine that already has the maximum. The code is `slot-taken`, so that the
 * client tries the next machine. The caller must have locked the machine and removed its expired holds.
 */
export const checkRoomForOwnerless = async (db: Database, machineID: string): Promise<void> => {
  const row = await db
    .selectFrom('machine_time')
    .select((select) => select.fn.countAll().as('holds'))
    .where('machine_id', '=', machineID)
    .where('kind', '=', 'slot-hold')
    .where('owner_user_id', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(row.holds) < maxOwnerlessHolds) return
  throw new Refusal('slot-taken', backOfficeBookingWords.busyCalendar)
}
