import { Temporal } from 'temporal-polyfill'
import { yearRoundTime } from './permanent-offsets.ts'

/** The offset and name of a zone's clock at an instant. */
type ZoneOffset = {
  /** Milliseconds to add to UTC. */
  readonly offsetMs: number
  /** Such as `-07:00`. */
  readonly offset: string
  /** Such as `PDT`. */
  readonly abbreviation: string
}

const DAY_MS = 86_400_000
const NANOSECONDS_A_MS = 1_000_000
const MAX_DAYS_KEPT = 4000

// A week of slots asks thousands of times about the same few days, and Temporal and Intl are slow. A UTC day on which
// the zone has one offset and one name is cached; any other day is computed each time.
const days = new Map<string, ZoneOffset | 'changes'>()
const nameFormats = new Map<string, Intl.DateTimeFormat>()

/**
 * Returns the offset and short name of a zone at an instant. `zone` is a name that `parseZoneId` has accepted; any
 * other throws RangeError. The name is that of Canadian English (American English has none for Newfoundland), or else
 * the offset.
 */
export function zoneOffset(epochMs: number, zone: string): ZoneOffset {
  const day = Math.floor(epochMs / DAY_MS)
  const key = `${zone} ${day}`
  let known = days.get(key)
  if (known === undefined) {
    if (days.size >= MAX_DAYS_KEPT) days.clear()
    const first = computeOffset(day * DAY_MS, zone)
    const last = computeOffset((day + 1) * DAY_MS - 1, zone)
    known = first.offset === last.offset && first.abbreviation === last.abbreviation ? first : 'changes'
    days.set(key, known)
  }
  return known === 'changes' ? computeOffset(epochMs, zone) : known
}

/** Returns the wall clock of a zone at an instant. Our own time-zone rules override this runtime's outdated tz data. */
export function zonedAt(epochMs: number, zone: string): Temporal.ZonedDateTime {
  const timeZone = yearRoundTime(epochMs, zone)?.offset ?? zone
  return Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone)
}

/**
 * Returns the instant of a wall time, by the same rules as {@link zonedAt}. For a repeated or skipped time,
 * `disambiguation` chooses as in Temporal.
 */
export function zonedFrom(
  wall: Temporal.PlainDateTime,
  zone: string,
  disambiguation: 'earlier' | 'later',
): Temporal.ZonedDateTime {
  const nearby = wall.toZonedDateTime('UTC').epochMilliseconds
  return wall.toZonedDateTime(yearRoundTime(nearby, zone)?.offset ?? zone, { disambiguation })
}

function computeOffset(epochMs: number, zone: string): ZoneOffset {
  const there = zonedAt(epochMs, zone)
  const abbreviation = yearRoundTime(epochMs, zone)?.abbreviation ?? readZoneName(epochMs, zone)
  return {
    offsetMs: there.offsetNanoseconds / NANOSECONDS_A_MS,
    offset: there.offset,
    abbreviation: abbreviation ?? `GMT${there.offset}`,
  }
}

function readZoneName(epochMs: number, zone: string): string | undefined {
  let format = nameFormats.get(zone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, timeZoneName: 'short' })
    nameFormats.set(zone, format)
  }
  const name = format.formatToParts(epochMs).find((part) => part.type === 'timeZoneName')?.value
  return name === '' ? undefined : name
}
