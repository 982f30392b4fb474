import { type Instant, toEpochMs } from '../values/instant.ts'
import { findInstants, toWallTime, type ZoneId } from '../values/location-clock.ts'
import { addDays, type PlainDate } from '../values/plain-date.ts'
import type { MessageSettings } from './message-settings.ts'

/**
 * Returns the first instant at which the clock shows the time on this day. If the clock skips the time, returns the end
 * of the skipped hour.
 */
const instantOf = (date: PlainDate, time: string, zone: ZoneId): Instant => {
  const found = findInstants(date, time, zone)
  if (found.kind === 'once') return found.instant
  return found.kind === 'twice' ? found.earlier : found.nextValid
}

const isQuiet = (time: string, { quietFrom, quietTo }: Pick<MessageSettings, 'quietFrom' | 'quietTo'>): boolean => {
  if (quietFrom === quietTo) return false
  return quietFrom < quietTo ? time >= quietFrom && time < quietTo : time >= quietFrom || time < quietTo
}

/**
 * Returns the instant itself or, if it is within the location's quiet hours, their end. The end is computed for its own
 * day, so that a clock change during the night does not move it.
 */
export const afterQuietHours = (
  instant: Instant,
  settings: Pick<MessageSettings, 'quietFrom' | 'quietTo'>,
  zone: ZoneId,
): Instant => {
  const { date, time } = toWallTime(instant, zone)
  if (!isQuiet(time, settings)) return instant
  const end = instantOf(date, settings.quietTo, zone)
  // If the clock repeats the hour of the end, the second pass is no longer quiet.
  return toEpochMs(end) > toEpochMs(instant) ? end : instantOf(addDays(date, 1), settings.quietTo, zone)
}

/**
 * Returns the instant of `time` on the location's clock, `days` after the day of `instant` at the location; negative
 * numbers are days before.
 */
export const daysFrom = (instant: Instant, days: number, time: string, zone: ZoneId): Instant =>
  instantOf(addDays(toWallTime(instant, zone).date, days), time, zone)
