import type { Instant } from './instant.ts'
import { toWallTime, type ZoneId } from './location-clock.ts'
import { type PlainDate, weekdayName } from './plain-date.ts'
import { formatTime } from './time-of-day.ts'

export { formatTime }

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** Returns DD MMM YYYY, such as `24 Nov 2026` (study spec, date display). */
export function formatDate(date: PlainDate): string {
  const [year, month, day] = date.split('-')
  return `${day} ${MONTHS[Number(month) - 1]} ${year}`
}

/** Returns date, time and zone as the spec displays them: `24 Nov 2026 09:40am PST`. */
export function formatInstant(instant: Instant, zone: ZoneId): string {
  const wall = toWallTime(instant, zone)
  return `${formatDate(wall.date)} ${formatTime(wall.time)} ${wall.abbreviation}`
}

/** Returns the weekday in three letters, `Tue`; `weekdayName` returns it in full. */
export function formatWeekday(date: PlainDate): string {
  return weekdayName(date).slice(0, 3)
}

/**
 * Returns the time left as mm:ss, from milliseconds. It rounds up, so that `00:00` means over; a negative time is over
 * too. More than an hour stays in minutes (`120:00`).
 */
export function formatCountdown(remainingMs: number): string {
  const seconds = Math.max(0, Math.ceil(remainingMs / 1000))
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`
}
