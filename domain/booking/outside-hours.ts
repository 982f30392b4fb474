import { formatWeekdayAndDate } from '../format/format-date.ts'
import { formatTime, formatWeekdayAndInstant } from '../format/format-time.ts'
import { type ClosedTime, findClosedTime } from '../locations/closed-times.ts'
import type { Location, OpeningHours } from '../locations/location.ts'
import type { Instant } from '../values/instant.ts'
import { findInstants, toWallTime, type ZoneId } from '../values/location-clock.ts'
import type { MachineID } from '../values/location-id.ts'
import { addDays, type PlainDate } from '../values/plain-date.ts'
import { toMinuteOfDay } from '../values/time-of-day.ts'
import { openingHoursOn } from './slot-grid.ts'

/**
 * How an appointment falls outside opening hours. `hours` are the opening hours of its day, null for `closed-day` and
 * `closure`. `closed` is the closed time that overlaps the appointment, only for `closure`.
 */
export type OutsideHours = {
  readonly kind: 'closure' | 'closed-day' | 'before-opening' | 'after-closing' | 'ends-after-closing'
  readonly hours: OpeningHours | null
  readonly closed?: ClosedTime
}

type Place = Pick<Location, 'closures' | 'hours' | 'timezone'>
type Window = { readonly opens: Instant; readonly closes: Instant }

/** Returns the instant of a wall time. In a repeated hour, `which` selects one of the two instants. */
const instantOf = (date: PlainDate, time: string, zone: ZoneId, which: 'earlier' | 'later'): Instant => {
  const found = findInstants(date, time, zone)
  return found.kind === 'once' ? found.instant : found.kind === 'twice' ? found[which] : found.nextValid
}

/**
 * Returns a date's opening and closing instants. If the closing time is not later than the opening time, the location
 * closes on the next day.
 */
const openingOf = (location: Place, date: PlainDate): Window | null => {
  const hours = openingHoursOn(location, date)
  if (hours === undefined) return null
  const closesNextDay = toMinuteOfDay(hours.close) <= toMinuteOfDay(hours.open)
  return {
    opens: instantOf(date, hours.open, location.timezone, 'earlier'),
    closes: instantOf(closesNextDay ? addDays(date, 1) : date, hours.close, location.timezone, 'later'),
  }
}

/**
 * Decides whether an appointment is outside opening hours on the location's clock. It is outside on a closed day, with
 * a start before opening or after closing, with an end after closing, or in a closed time of the location or of this
 * machine. Returns null otherwise. Instants are compared, so midnight and clock changes have no effect. A manual time
 * outside hours needs a confirmation.
 */
export const decideOutsideHours = (
  location: Place,
  utcStart: Instant,
  utcEnd: Instant,
  machineID: MachineID | null = null,
): OutsideHours | null => {
  const closed = findClosedTime(location, machineID, utcStart, utcEnd)
  if (closed !== null) return { kind: 'closure', hours: null, closed }
  const { date } = toWallTime(utcStart, location.timezone)
  const isInside = (opening: Window | null): boolean =>
    opening !== null && utcStart >= opening.opens && utcEnd <= opening.closes
  const opening = openingOf(location, date)
  if (isInside(opening) || isInside(openingOf(location, addDays(date, -1)))) return null
  const hours = openingHoursOn(location, date) ?? null
  if (opening === null) return { kind: 'closed-day', hours: null }
  if (utcStart < opening.opens) return { kind: 'before-opening', hours }
  return { kind: utcStart >= opening.closes ? 'after-closing' : 'ends-after-closing', hours }
}

/** Returns the question to ask before the booking: `Chicago is open 07:00am to 07:00pm. Book 12:25am anyway?` */
export const askOutsideHours = (
  name: string,
  { kind, hours, closed }: OutsideHours,
  utcStart: Instant,
  zone: ZoneId,
): string => {
  const { date, time } = toWallTime(utcStart, zone)
  const book = `Book ${formatTime(time)} anyway?`
  if (closed !== undefined) {
    const until = formatWeekdayAndInstant(closed.to, zone)
    return `A closure at ${name} lasts until ${until}: ${closed.closure.reason}. ${book}`
  }
  if (hours === null) return `${name} is closed on ${formatWeekdayAndDate(date)}. ${book}`
  const open = `${name} is open ${formatTime(hours.open)} to ${formatTime(hours.close)}`
  return kind === 'ends-after-closing' ? `${open}. This scan would end after closing. ${book}` : `${open}. ${book}`
}
