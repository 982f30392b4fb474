import { type Instant, toEpochMs } from '../values/instant.ts'
import { findInstants, toWallTime, type ZoneId } from '../values/location-clock.ts'
import type { MachineID } from '../values/location-id.ts'
import { addDays, type PlainDate } from '../values/plain-date.ts'
import type { Closure } from './closure.ts'
import type { Location } from './location.ts'

/** One occurrence of a closure, [from, to). */
export type ClosedTime = { readonly closure: Closure; readonly from: Instant; readonly to: Instant }

type Place = Pick<Location, 'closures' | 'timezone'>

/**
 * Returns the instant of a wall time. In an hour that the clock shows twice, `which` chooses: a closure begins at the
 * earlier instant and ends at the later one. For a time that the clock skips, returns the moment of the clock change.
 */
const instantOf = (wallTime: string, weeks: number, zone: ZoneId, which: 'earlier' | 'later'): Instant => {
  const found = findInstants(addDays(wallTime.slice(0, 10) as PlainDate, 7 * weeks), wallTime.slice(11), zone)
  return found.kind === 'once' ? found.instant : found.kind === 'twice' ? found[which] : found.nextValid
}

/**
 * Returns the occurrences of a closure that touch the dates [first, last] of the location's clock. A closure from
 * midnight to midnight covers all of a day, even one of 23 or 25 hours.
 */
export const closedTimesOf = (closure: Closure, zone: ZoneId, first?: PlainDate, last?: PlainDate): ClosedTime[] => {
  const times: ClosedTime[] = []
  for (let week = 0; week < closure.weeks; week += 1) {
    if (first !== undefined && addDays(closure.to.slice(0, 10) as PlainDate, 7 * week) < first) continue
    if (last !== undefined && addDays(closure.from.slice(0, 10) as PlainDate, 7 * week) > last) break
    const from = instantOf(closure.from, week, zone, 'earlier')
    const to = instantOf(closure.to, week, zone, 'later')
    if (from < to) times.push({ closure, from, to })
  }
  return times
}

/** Returns the closed times of a location on the dates [first, last], sorted by start. */
export const closedTimesAt = (location: Place, first: PlainDate, last: PlainDate): ClosedTime[] =>
  (location.closures ?? [])
    .flatMap((closure) => closedTimesOf(closure, location.timezone, first, last))
    .sort((a, b) => toEpochMs(a.from) - toEpochMs(b.from))

/** Returns whether a closure applies to this machine: it closes this machine or the whole location. */
export const isClosureOf = (closure: Pick<Closure, 'machineID'>, machineID: MachineID): boolean =>
  closure.machineID === null || closure.machineID === machineID

/**
 * Returns the first closed time that an appointment on this machine would touch; null if there is none. Instants are
 * compared, so clock changes have no effect. If no machine is named, only closures of the whole location count.
 */
export const findClosedTime = (
  location: Place,
  machineID: MachineID | null,
  utcStart: Instant,
  utcEnd: Instant,
): ClosedTime | null => {
  if (location.closures === undefined || location.closures.length === 0) return null
  const zone = location.timezone
  const times = closedTimesAt(location, toWallTime(utcStart, zone).date, toWallTime(utcEnd, zone).date)
  const isMoment = utcStart === utcEnd
  return (
    times.find(
      ({ closure, from, to }) =>
        (machineID === null ? closure.machineID === null : isClosureOf(closure, machineID)) &&
        (isMoment ? from <= utcStart && utcStart < to : from < utcEnd && utcStart < to),
    ) ?? null
  )
}
