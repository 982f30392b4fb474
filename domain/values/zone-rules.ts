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

/** Zone name to the text of its coming transitions; plain data, so that it can cross the bridge and HTTP. */
export type ZoneTable = Readonly<Record<string, string>>

const TRANSITIONS_COMPARED = 10
const DAY_SECONDS = 86_400
// A week: the shortest stay at an offset anywhere in our years was Morocco's over Ramadan, about a month.
const STRIDE_SECONDS = 7 * DAY_SECONDS
const YEAR_SECONDS = 366 * DAY_SECONDS

/**
 * The next `count` changes of offset strictly after `from`, earliest first. Looks `count / 2 + 1` years ahead, since zones
 * with clock changes have two a year; fewer, often none, where a zone keeps one offset.
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
 * What this runtime believes about each zone: its offset at `from` and its next ten transitions, as one comparable text.
 * Renderer, main and back office each make one for the same `from` at start (decisions §5: compare tables at start).
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

/** The zones, sorted, on which two tables differ, a zone that only one of them has included. */
export function differingZones(a: ZoneTable, b: ZoneTable): readonly string[] {
  const zones = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...zones].filter((zone) => !Object.hasOwn(a, zone) || !Object.hasOwn(b, zone) || a[zone] !== b[zone]).sort()
}

/** By halving rather than getTimeZoneTransition, whose reach in the polyfill depends on the current time. */
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
