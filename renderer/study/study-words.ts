import { formatInstant, formatTime } from '#domain/values/format-time.ts'
import type { Instant } from '#domain/values/instant.ts'
import { todayAt, toWallTime, type ZoneId } from '#domain/values/location-clock.ts'

/** Returns time and zone if the instant is today there, else with the date. */
export const formatMoment = (instant: Instant, now: Instant, zone: ZoneId): string =>
  todayAt(instant, zone) === todayAt(now, zone)
    ? `${formatTime(toWallTime(instant, zone).time)} ${toWallTime(instant, zone).abbreviation}`
    : formatInstant(instant, zone)

/** Joins names: `A`, `A and B`, `A, B and C`. */
export const listNames = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? 'Somebody') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
