import { Temporal } from 'temporal-polyfill'
import { type Instant, toEpochMs, toInstant } from './instant.ts'
import { addDays, type PlainDate } from './plain-date.ts'
import { toMinuteOfDay } from './time-of-day.ts'
import { zonedAt, zonedFrom, zoneOffset } from './zone-offset.ts'

/** The IANA name of a zone this runtime knows, such as `America/Vancouver`. */
export type ZoneId = string & { readonly __brand: 'ZoneId' }

/** The wall clock of a location at an instant. */
type WallTime = {
  readonly date: PlainDate
  /** 24-hour `HH:mm`; seconds are dropped. */
  readonly time: string
  /** From UTC, such as `-07:00`. */
  readonly offset: string
  /** Such as `PDT`; if a zone has none, its offset as `GMT-7`. */
  readonly abbreviation: string
}

/**
 * The instants at which a location's clock shows one wall time: one, two (clocks go back) or none (clocks go forward).
 */
type FoundInstants =
  | { readonly kind: 'once'; readonly instant: Instant }
  | { readonly kind: 'twice'; readonly earlier: Instant; readonly later: Instant }
  /** `nextValid` is the instant of the clock change, the first one after the skipped time. */
  | { readonly kind: 'never'; readonly nextValid: Instant }

/** A day at a location: from its first instant up to, not including, the first of the next day. */
type DayBounds = { readonly from: Instant; readonly to: Instant }

const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/
const MAX_ZONE_NAME_CHARS = 64
const DATE_END = 'YYYY-MM-DD'.length
const TIME_START = 'YYYY-MM-DDT'.length
const TIME_END = 'YYYY-MM-DDTHH:mm'.length

/**
 * Reads an IANA zone name that this runtime knows, in any letter case; undefined for offsets (`+05:00`), other texts
 * and types.
 */
export function parseZoneId(text: unknown): ZoneId | undefined {
  if (typeof text !== 'string' || text.length > MAX_ZONE_NAME_CHARS || !ZONE_NAME.test(text)) return undefined
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(text).timeZoneId as ZoneId
  } catch {
    return undefined
  }
}

/** Returns the wall time at an instant (decisions §5, location clock). */
export function toWallTime(instant: Instant, zone: ZoneId): WallTime {
  const epochMs = toEpochMs(instant)
  const { offset, offsetMs, abbreviation } = zoneOffset(epochMs, zone)
  const face = new Date(epochMs + offsetMs).toISOString()
  return { date: face.slice(0, DATE_END) as PlainDate, time: face.slice(TIME_START, TIME_END), offset, abbreviation }
}

/**
 * Returns the instants at which the clock of `zone` shows `time` (`HH:mm`) on `date` (decisions §5: a repeated hour is
 * offered twice, a missing one cannot be chosen). Throws RangeError if `time` is not `HH:mm`.
 */
export function findInstants(date: PlainDate, time: string, zone: ZoneId): FoundInstants {
  const minuteOfDay = toMinuteOfDay(time)
  const wall = Temporal.PlainDate.from(date).toPlainDateTime({
    hour: Math.floor(minuteOfDay / 60),
    minute: minuteOfDay % 60,
  })
  const earlier = zonedFrom(wall, zone, 'earlier')
  const later = zonedFrom(wall, zone, 'later')
  if (earlier.epochMilliseconds === later.epochMilliseconds) {
    return { kind: 'once', instant: toInstant(earlier.epochMilliseconds) }
  }
  if (earlier.toPlainDateTime().equals(wall)) {
    return {
      kind: 'twice',
      earlier: toInstant(earlier.epochMilliseconds),
      later: toInstant(later.epochMilliseconds),
    }
  }
  return { kind: 'never', nextValid: toInstant(changeBetween(earlier, later, zone)) }
}

/** Returns the first instant of a day: midnight, or later if the clocks skip midnight. */
export function startOfDay(date: PlainDate, zone: ZoneId): Instant {
  const midnight = findInstants(date, '00:00', zone)
  switch (midnight.kind) {
    case 'once':
      return midnight.instant
    case 'twice':
      return midnight.earlier
    case 'never':
      return midnight.nextValid
  }
}

/**
 * Returns a day from its first instant to the first of the next: 23 or 25 hours if the clocks change. `to` is
 * exclusive.
 */
export function dayBounds(date: PlainDate, zone: ZoneId): DayBounds {
  return { from: startOfDay(date, zone), to: startOfDay(addDays(date, 1), zone) }
}

/** Returns the calendar day at a location at the instant `now`. */
export function todayAt(now: Instant, zone: ZoneId): PlainDate {
  return toWallTime(now, zone).date
}

/**
 * Returns the short name of the zone's time at an instant in Canadian English: `PST`, `MDT`, `NST`. For a zone without
 * such a name, returns the offset, `GMT-7`; never an empty text. British Columbia is `PDT` and Alberta `MDT` all year
 * from 2026 on.
 */
export function zoneAbbreviation(instant: Instant, zone: ZoneId): string {
  return zoneOffset(toEpochMs(instant), zone).abbreviation
}

/**
 * Finds the change by bisection, because the range of getTimeZoneTransition in the polyfill depends on the current
 * time.
 */
function changeBetween(before: Temporal.ZonedDateTime, after: Temporal.ZonedDateTime, zone: ZoneId): number {
  let low = Math.floor(before.epochMilliseconds / 1000)
  let high = Math.floor(after.epochMilliseconds / 1000)
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (zonedAt(middle * 1000, zone).offset === after.offset) high = middle
    else low = middle
  }
  return high * 1000
}
