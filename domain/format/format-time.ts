import { type Instant, toEpochMs } from '../values/instant.ts'
import { todayAt, toWallTime, type ZoneId } from '../values/location-clock.ts'
import { toMinuteOfDay } from '../values/time-of-day.ts'
import { formatDate, formatWeekday } from './format-date.ts'
import { createTimeFormat } from './format-tokens.ts'

const formatMinuteOfDay = createTimeFormat('hh:mma')

/** Returns `HH:mm` as `09:40am`, `12:00pm` or `12:05am`. Throws RangeError if it is not `HH:mm`. */
export const formatTime = (time: string): string => formatMinuteOfDay(toMinuteOfDay(time))

/** Returns the time of day of an instant, for grids and lists whose head names the zone: `09:40am`. */
export const formatTimeAt = (instant: Instant, zone: ZoneId): string => formatTime(toWallTime(instant, zone).time)

/** Returns the time of day of an instant with its zone: `09:40am PST`. */
export const formatClock = (instant: Instant, zone: ZoneId): string => {
  const wall = toWallTime(instant, zone)
  return `${formatTime(wall.time)} ${wall.abbreviation}`
}

/** Returns date, time and zone: `24 Nov 2026 09:40am PST` (study spec §9). */
export const formatInstant = (instant: Instant, zone: ZoneId): string =>
  `${formatDate(toWallTime(instant, zone).date)} ${formatClock(instant, zone)}`

/** Returns weekday, date, time and zone: `Tue 24 Nov 2026 09:40am PST`. */
export const formatWeekdayAndInstant = (instant: Instant, zone: ZoneId): string =>
  `${formatWeekday(toWallTime(instant, zone).date)} ${formatInstant(instant, zone)}`

/** Returns the time with its zone. The date comes first unless it is today's date in that zone. */
export const formatMoment = (instant: Instant, now: Instant, zone: ZoneId): string =>
  todayAt(instant, zone) === todayAt(now, zone) ? formatClock(instant, zone) : formatInstant(instant, zone)

/** Returns the local time with its offset for CSV files: `2026-11-22T05:03:07-07:00`. */
export const toCsvTime = (instant: Instant, zone: ZoneId): string => {
  const { date, time, offset } = toWallTime(instant, zone)
  return `${date}T${time}:${twoDigits(Math.floor(toEpochMs(instant) / 1000) % 60)}${offset}`
}

/**
 * Returns the remaining time as mm:ss, from milliseconds. It rounds up, so that `00:00` means that no time remains; a
 * negative time also gives `00:00`. More than an hour stays in minutes (`120:00`).
 */
export const formatCountdown = (remainingMs: number): string => {
  const seconds = Math.max(0, Math.ceil(remainingMs / 1000))
  return `${twoDigits(Math.floor(seconds / 60))}:${twoDigits(seconds % 60)}`
}

const twoDigits = (number: number): string => String(number).padStart(2, '0')
