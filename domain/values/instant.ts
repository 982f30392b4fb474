import { Temporal } from 'temporal-polyfill'

/** A point in time, always written `YYYY-MM-DDTHH:mm:ssZ`, so that instants sort as text. Years 0001 to 9999. */
export type Instant = string & { readonly __brand: 'Instant' }

const SECOND_MS = 1000
const MINUTE_MS = 60_000

// Temporal alone would also take a leap second, a calendar annotation, a comma and an expanded year.
const ISO_INSTANT = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}(?::[0-5]\d(?:\.\d{1,9})?)?(?:[Zz]|[+-](?:0\d|1[0-4]):?[0-5]\d)$/

// A week of slots reads and writes instants by the thousand. Date is exact on this one form, and needs no zone for it.
const EARLIEST_MS = Date.parse('0001-01-01T00:00:00Z')
const END_MS = Date.parse('+010000-01-01T00:00:00Z')
const SECONDS_END = 'YYYY-MM-DDTHH:mm:ss'.length

const CANONICAL = /^(?!0000)\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/

/**
 * Reads an ISO 8601 instant: date, time and `Z` or a numeric offset. Parts of a second are dropped.
 * Gives the canonical form, or undefined for anything else: no offset, a day or hour that does not exist, a leap
 * second, a year outside 0001 to 9999.
 */
export function parseInstant(text: unknown): Instant | undefined {
  if (typeof text !== 'string' || !ISO_INSTANT.test(text)) return undefined
  try {
    return toInstant(Temporal.Instant.from(text).epochMilliseconds)
  } catch {
    return undefined
  }
}

/**
 * The instant at a number of milliseconds since 1970, rounded down to the second.
 * Throws RangeError when the number is not finite or the year falls outside 0001 to 9999.
 */
export function toInstant(epochMs: number): Instant {
  if (!(epochMs >= EARLIEST_MS && epochMs < END_MS)) throw new RangeError(`Not in the years 0001 to 9999: ${epochMs}`)
  return `${new Date(Math.floor(epochMs / SECOND_MS) * SECOND_MS).toISOString().slice(0, SECONDS_END)}Z` as Instant
}

/** Milliseconds since 1970; always a whole number of seconds. Throws RangeError for text that only claims to be one. */
export function toEpochMs(instant: Instant): number {
  const epochMs = Date.parse(instant)
  if (Number.isNaN(epochMs) || !CANONICAL.test(instant)) throw new RangeError(`Not an instant: ${instant}`)
  return epochMs
}

/** The instant `minutes` of elapsed time later (earlier when negative). A clock change in between does not matter. */
export function addMinutes(instant: Instant, minutes: number): Instant {
  return toInstant(toEpochMs(instant) + minutes * MINUTE_MS)
}

/** Elapsed minutes from `from` to `until`: negative when `until` is earlier, a fraction when seconds differ. */
export function minutesBetween(from: Instant, until: Instant): number {
  return (toEpochMs(until) - toEpochMs(from)) / MINUTE_MS
}
