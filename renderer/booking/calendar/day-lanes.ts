import type { DayEntry, DayView } from '#contract/booking/bridge.ts'
import { openingHoursOn } from '#domain/booking/slot-grid.ts'
import { formatTime } from '#domain/format/format-time.ts'
import { closedTimesAt, isClosureOf } from '#domain/locations/closed-times.ts'
import type { Location, Machine } from '#domain/locations/location.ts'
import { addMinutes, type Instant, minutesBetween, toEpochMs, toInstant } from '#domain/values/instant.ts'
import { dayBounds, findInstants, toWallTime, type ZoneId } from '#domain/values/location-clock.ts'
import type { MachineID } from '#domain/values/location-id.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'

/** The part of a day to draw, and the opening hours in it; `open` is null on a closed day. */
export type DayRange = {
  readonly from: Instant
  readonly to: Instant
  readonly open: { readonly from: Instant; readonly to: Instant } | null
}

export type LaneItem =
  /** Bookings that overlap on one machine are side by side: `column` is the index of this booking among `columns`. */
  | {
      readonly kind: 'entry'
      readonly entry: DayEntry
      readonly from: Instant
      readonly to: Instant
      readonly column: number
      readonly columns: number
    }
  /** Free time in which a booking can still start. */
  | { readonly kind: 'free'; readonly from: Instant; readonly to: Instant }

/** A closed stretch inside the drawn part of a day, with its reason. */
type ClosedBand = { readonly from: Instant; readonly to: Instant; readonly reason: string }

export type Lane = {
  readonly machine: Machine
  readonly items: readonly LaneItem[]
  readonly closed: readonly ClosedBand[]
}

/** Clicks on free space are rounded to this many minutes (booking spec §2: manual times come every 5 minutes). */
const stepMinutes = 5
const fallbackHours = { open: '08:00', close: '18:00' }

const wallInstant = (date: PlainDate, time: string, zone: ZoneId): Instant => {
  const found = findInstants(date, time, zone)
  return found.kind === 'once' ? found.instant : found.kind === 'twice' ? found.earlier : found.nextValid
}

/**
 * Returns the part of a day to draw: the opening hours with an hour on either side, and everything booked outside them.
 * The part stays within the day of the location's clock, which may have 23, 24 or 25 hours.
 */
export const decideDayRange = (date: PlainDate, location: Location, entries: readonly DayEntry[]): DayRange => {
  const zone = location.timezone
  const day = dayBounds(date, zone)
  const hours = openingHoursOn(location, date)
  const open =
    hours === undefined ? null : { from: wallInstant(date, hours.open, zone), to: wallInstant(date, hours.close, zone) }
  const base = open ?? {
    from: wallInstant(date, fallbackHours.open, zone),
    to: wallInstant(date, fallbackHours.close, zone),
  }
  let from = addMinutes(base.from, -60)
  let to = addMinutes(base.to, 60)
  for (const { machineTime } of entries) {
    if (machineTime.utcStart < from) from = machineTime.utcStart
    if (machineTime.utcEnd > to) to = machineTime.utcEnd
  }
  return { from: from < day.from ? day.from : from, to: to > day.to ? day.to : to, open }
}

/** Returns the lines of the time axis: each instant at which the location's clock shows a full hour, with its label. */
export const toHourLines = (
  range: DayRange,
  zone: ZoneId,
): readonly { readonly at: Instant; readonly label: string }[] => {
  const lines: { at: Instant; label: string }[] = []
  const seen = new Set<string>()
  for (let at = range.from; at < range.to; at = addMinutes(at, stepMinutes)) {
    const wall = toWallTime(at, zone)
    if (!wall.time.endsWith(':00')) continue
    // The second pass of a repeated hour shows its zone abbreviation.
    lines.push({
      at,
      label: seen.has(wall.time) ? `${formatTime(wall.time)} ${wall.abbreviation}` : formatTime(wall.time),
    })
    seen.add(wall.time)
  }
  return lines
}

/** Returns the closed times of a machine inside the drawn part of the day. */
const closedBands = (location: Location, machineID: MachineID, { from, to }: DayRange): readonly ClosedBand[] => {
  const zone = location.timezone
  return closedTimesAt(location, toWallTime(from, zone).date, toWallTime(to, zone).date)
    .filter((time) => isClosureOf(time.closure, machineID) && time.from < to && from < time.to)
    .map((time) => ({
      from: time.from < from ? from : time.from,
      to: time.to > to ? to : time.to,
      reason: time.closure.reason,
    }))
}

/** Returns each machine's day in order of time: its bookings, and the free periods between them that are not past. */
export const toLanes = (view: DayView, location: Location, range: DayRange, now: Instant): readonly Lane[] =>
  // An inactive machine is shown if it still has bookings.
  location.machines
    .filter(
      ({ active, machineID }) =>
        active !== false || view.entries.some(({ machineTime }) => machineTime.machineID === machineID),
    )
    .map((machine) => {
      const entries = view.entries
        .filter(({ machineTime }) => machineTime.machineID === machine.machineID)
        .filter(({ machineTime }) => machineTime.utcStart < range.to && range.from < machineTime.utcEnd)
        .filter(({ machineTime }) => machineTime.expiresAt === null || machineTime.expiresAt > now)
        .sort((a, b) => (a.machineTime.utcStart < b.machineTime.utcStart ? -1 : 1))
      const items: LaneItem[] = layOut(entries, range)
      const earliest = now > range.from ? roundUp(now) : range.from
      let freeFrom = earliest
      const addFree = (to: Instant): void => {
        if (minutesBetween(freeFrom, to) >= stepMinutes) items.push({ kind: 'free', from: freeFrom, to })
      }
      for (const { machineTime } of entries) {
        addFree(machineTime.utcStart)
        if (machineTime.utcEnd > freeFrom) freeFrom = machineTime.utcEnd
      }
      addFree(range.to)
      const closed = closedBands(location, machine.machineID, range)
      return { machine, closed, items: items.sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0)) }
    })

const layOut = (entries: readonly DayEntry[], range: DayRange): LaneItem[] => {
  const items: LaneItem[] = []
  let group: DayEntry[] = []
  let groupEnd: string = ''
  const flush = (): void => {
    group.forEach((entry, column) => {
      const { utcStart, utcEnd } = entry.machineTime
      const from = utcStart < range.from ? range.from : utcStart
      const to = utcEnd > range.to ? range.to : utcEnd
      items.push({ kind: 'entry', entry, from, to, column, columns: group.length })
    })
    group = []
  }
  for (const entry of entries) {
    if (group.length > 0 && entry.machineTime.utcStart >= groupEnd) flush()
    groupEnd = group.length === 0 || entry.machineTime.utcEnd > groupEnd ? entry.machineTime.utcEnd : groupEnd
    group.push(entry)
  }
  flush()
  return items
}

const roundUp = (instant: Instant): Instant => {
  const step = stepMinutes * 60_000
  return toInstant(Math.ceil(toEpochMs(instant) / step) * step)
}

/**
 * Returns the start for a click at `share` (0 to 1) of a free period's height, rounded down to a step and always inside
 * the period.
 */
export const timeInFree = (free: { readonly from: Instant; readonly to: Instant }, share: number): Instant => {
  const minutes = minutesBetween(free.from, free.to) * Math.min(1, Math.max(0, share))
  const at = Math.floor(minutes / stepMinutes) * stepMinutes
  return addMinutes(free.from, Math.max(0, Math.min(at, minutesBetween(free.from, free.to) - stepMinutes)))
}
