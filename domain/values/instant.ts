import { Temporal } from 'temporal-polyfill'

/** A point in time, always written `YYYY-MM-DDTHH:mm:ssZ`, so that instants sort as text. Years 0001 to 9999. */
export type Instant = string & { readonly __brand: 'Instant' }

const SECOND_MS = 1000
const MINUTE_MS = 60_000

// Temporal alone would also accept a leap second, a calendar annotation, a comma and an expanded year.
const ISO_INSTANT = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}(?::[0-5]\d(?:\.\d{1,9})?)?(?:[Zz]|[+-](?:0\d|1[0-4]):?[0-5]\d)$/

// A week of slots converts thousands of instants. `Date` is exact for the canonical form and faster than Temporal.
const EARLIEST_MS = Date.parse('0001-01-01T00:00:00Z')
const END_MS = Date.parse('+010000-01-01T00:00:00Z')
const SECONDS_END = 'YYYY-MM-DDTHH:mm:ss'.length

const CANONICAL = /^(?!0000)\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/

/**
 * Reads an ISO 8601 instant: date, time and `Z` or a numeric offset. Fractions of a second are dropped. Returns the
 * canonical form, or undefined for anything else: no offset, a day or hour that does not exist, a leap second, a year
 * outside 0001 to 9999.
 */
export function parseInstant(text: unknown): Instant | undefined {
  if (typeof text !== 'string' || !ISO_INSTANT.test(text)) return undefined
  const asWritten = parseCanonical(text)
  if (asWritten !== undefined) return asWritten
  try {
    return toInstant(Temporal.Instant.from(text).epochMilliseconds)
  } catch {
    return undefined
  }
}

/**
 * Reads the canonical form without Temporal. Date turns a day that does not exist into one that does, so the result is
 * compared with the text.
 */
const parseCanonical = (text: string): Instant | undefined => {
  if (!CANONICAL.test(text)) return undefined
  const epochMs = Date.parse(text)
  return epochMs >= EARLIEST_MS && epochMs < END_MS && toInstant(epochMs) === text ? (text as Instant) : undefined
}

/**
 * Returns the instant at a number of milliseconds since 1970, rounded down to the second. Throws RangeError if the
 * number is not finite or the year is outside 0001 to 9999.
 */
export function toInstant(epochMs: number): Instant {
  if (!(epochMs >= EARLIEST_MS && epochMs < END_MS)) throw new RangeError(`Not in the years 0001 to 9999: ${epochMs}`)
  return `${new Date(Math.floor(epochMs / SECOND_MS) * SECOND_MS).toISOString().slice(0, SECONDS_END)}Z` as Instant
}

/** Returns milliseconds since 1970, always whole seconds. Throws RangeError unless the text is canonical. */
export function toEpochMs(instant: Instant): number {
  const epochMs = Date.parse(instant)
  if (Number.isNaN(epochMs) || !CANONICAL.test(instant)) throw new RangeError(`Not an instant: ${instant}`)
  return epochMs
}

/**
 * Returns the instant `minutes` of elapsed time later (earlier if negative). A clock change in between has no effect.
 */
export function addMinutes(instant: Instant, minutes: number): Instant {
  return toInstant(toEpochMs(instant) + minutes * MINUTE_MS)
}

/** Returns the elapsed minutes from `from` to `until`: negative if `until` is earlier, a fraction if seconds differ. */
export function minutesBetween(from: Instant, until: Instant): number {
  return (toEpochMs(until) - toEpochMs(from)) / MINUTE_MS
}
