import { type Instant, toEpochMs } from '../values/instant.ts'
import { findInstants, toWallTime, type ZoneId } from '../values/location-clock.ts'
import { addDays, type PlainDate } from '../values/plain-date.ts'
import type { MessageSettings } from './message-settings.ts'

/** Returns the first instant at which the clock shows the time on this day, or the end of the hour that it skips. */
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
 * Returns the instant itself, or the end of the quiet hours in which it is on the location's clock. The end is computed
 * on the clock of its own day, so that a clock change in the night does not move it.
 */
export const afterQuietHours = (
  instant: Instant,
  settings: Pick<MessageSettings, 'quietFrom' | 'quietTo'>,
  zone: ZoneId,
): Instant => {
  const { date, time } = toWallTime(instant, zone)
  if (!isQuiet(time, settings)) return instant
  const end = instantOf(date, settings.quietTo, zone)
  // When the clock shows the hour of the end twice, the second one is no longer quiet.
  return toEpochMs(end) > toEpochMs(instant) ? end : instantOf(addDays(date, 1), settings.quietTo, zone)
}

/** Returns the instant of `time` on the location's clock, `days` after the day of `instant` there; negative is before. */
export const daysFrom = (instant: Instant, days: number, time: string, zone: ZoneId): Instant =>
  instantOf(addDays(toWallTime(instant, zone).date, days), time, zone)
