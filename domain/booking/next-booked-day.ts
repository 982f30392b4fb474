import type { Instant } from '../values/instant.ts'
import { todayAt, type ZoneId } from '../values/location-clock.ts'
import type { PlainDate } from '../values/plain-date.ts'
import type { MachineTime } from './machine-time.ts'

/** The number of days that are searched for the next booked day. */
export const nextDaySearch = 42

/**
 * Returns the first day from `from` on with an appointment; null if there is none. Slot holds and expired temporary
 * holds are not appointments. An appointment belongs to the day on which it starts, on the location's calendar.
 */
export const findNextBookedDay = (
  times: readonly Pick<MachineTime, 'utcStart' | 'studyID' | 'expiresAt'>[],
  from: PlainDate,
  zone: ZoneId,
  now: Instant,
): PlainDate | null =>
  times
    .filter(({ studyID, expiresAt }) => studyID !== null && (expiresAt === null || expiresAt > now))
    .map(({ utcStart }) => todayAt(utcStart, zone))
    .filter((date) => date >= from)
    .sort()[0] ?? null
