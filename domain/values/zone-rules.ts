import { type Instant, toEpochMs, toInstant } from './instant.ts'
import type { ZoneId } from './location-clock.ts'
import { zonedAt } from './zone-offset.ts'

/** A change of a zone's offset from UTC. Offsets as `-07:00`. */
type ZoneTransition = {
  /** The first instant at the new offset. */
  readonly instant: Instant
  readonly offsetBefore: string
  readonly offsetAfter: string
}

/**
 * The text of each zone's future transitions, by zone name. It is plain data, so that it can cross the bridge and HTTP.
 */
export type ZoneTable = Readonly<Record<string, string>>

const TRANSITIONS_COMPARED = 10
const DAY_SECONDS = 86_400
// A week is short enough to miss no change: the shortest period at one offset in recent years was about a month, in
// Morocco during Ramadan.
const STRIDE_SECONDS = 7 * DAY_SECONDS
const YEAR_SECONDS = 366 * DAY_SECONDS

/**
 * Returns the next `count` changes of offset strictly after `from`, earliest first. It searches `count / 2 + 1` years
 * ahead, because zones with clock changes have two a year. The result is shorter, often empty, for a zone with one
 * offset.
 * @internal Tests compare it with another time-zone database.
 */
export function nextTransitions(zone: ZoneId, from: Instant, count: number): readonly ZoneTransition[] {
  const found: ZoneTransition[] = []
  let start = toEpochMs(from) / 1000
  const end = start + Math.ceil(count / 2 + 1) * YEAR_SECONDS
  let offsetBefore = offsetAt(start, zone)
  while (start < end && found.length < count) {
    const next = start + STRIDE_SECONDS
    const offsetAfter = offsetAt(next, zone)
    if (offsetAfter !== offsetBefore) {
      const instant = toInstant(changeSecond(start, next, offsetBefore, zone) * 1000)
      found.push({ instant, offsetBefore, offsetAfter })
      offsetBefore = offsetAfter
    }
    start = next
  }
  return found
}

/**
 * Returns this runtime's rules for each zone as one comparable text: the zone's offset at `from` and its next ten
 * transitions. Window, main process and back office each make such a table, and main compares the tables (decisions
 * §5).
 */
export function zoneTableFingerprint(zones: readonly ZoneId[], from: Instant): ZoneTable {
  return Object.fromEntries(
    zones.map((zone) => {
      const coming = nextTransitions(zone, from, TRANSITIONS_COMPARED)
      const texts = coming.map((transition) => `${transition.instant}${transition.offsetAfter}`)
      return [zone, [offsetAt(toEpochMs(from) / 1000, zone), ...texts].join(' ')]
    }),
  )
}

/** Returns the zones, sorted, on which two tables differ, including zones that only one table has. */
export function differingZones(a: ZoneTable, b: ZoneTable): readonly string[] {
  const zones = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...zones].filter((zone) => !Object.hasOwn(a, zone) || !Object.hasOwn(b, zone) || a[zone] !== b[zone]).sort()
}

/**
 * Finds the change by bisection, because the range of getTimeZoneTransition in the polyfill depends on the current
 * time.
 */
function changeSecond(start: number, end: number, offsetBefore: string, zone: ZoneId): number {
  let low = start
  let high = end
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(middle, zone) === offsetBefore) low = middle
    else high = middle
  }
  return high
}

function offsetAt(epochSeconds: number, zone: ZoneId): string {
  return zonedAt(epochSeconds * 1000, zone).offset
}
