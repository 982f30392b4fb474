import { formatWeekdayAndDate } from '../format/format-date.ts'
import { formatWeekdayAndInstant } from '../format/format-time.ts'
import { startOfDay, toWallTime, type ZoneId } from '../values/location-clock.ts'
import { addDays } from '../values/plain-date.ts'
import { closedTimesOf } from './closed-times.ts'
import type { ClosureFields, ClosureKind } from './closure.ts'

/** The name of each kind of closure. */
export const closureKindWords: Readonly<Record<ClosureKind, string>> = {
  holiday: 'Holiday',
  'half-day': 'Half day',
  service: 'Machine service',
  break: 'Break',
}

/**
 * Returns the first occurrence of a closure as text: `Fri 25 Dec 2026` for whole days, otherwise its start and end with
 * the zone. Null if clock changes skip every occurrence.
 */
export const describeClosureTime = (closure: ClosureFields, zone: ZoneId): string | null => {
  const [time] = closedTimesOf({ ...closure, closureID: '' }, zone)
  if (time === undefined) return null
  const first = toWallTime(time.from, zone).date
  const end = toWallTime(time.to, zone).date
  if (startOfDay(first, zone) !== time.from || startOfDay(end, zone) !== time.to) {
    return `${formatWeekdayAndInstant(time.from, zone)} – ${formatWeekdayAndInstant(time.to, zone)}`
  }
  const last = addDays(end, -1)
  return first === last ? formatWeekdayAndDate(first) : `${formatWeekdayAndDate(first)} – ${formatWeekdayAndDate(last)}`
}

/** Returns the refusal of a booking inside a closure. */
export const closedMessage = (name: string, reason: string): string =>
  `${name} is closed at that time: ${reason}. Choose another time, or ask an administrator to confirm this time.`

/** Returns the line beside a closed time. */
export const closedMessageShort = (reason: string): string => `Closed: ${reason}`

/** Problems of the fields of a location, a machine or a closure. */
export const locationFieldWords = {
  hours: 'Closing must be later than opening on the same day.',
  noHours: 'Enter the hours of every weekday.',
  url: 'Enter an address that begins with https://.',
  machineUnknown: 'This location has no such machine.',
  closureEnd: 'The end must be later than the beginning.',
  closureLong: 'A closure lasts at most 400 days. Deactivate the location or machine instead.',
  closureOver: 'This closure is already over.',
  weeksLong: 'A closure that repeats weekly must be shorter than a week.',
  skuTwice: 'Each scan type may be listed only once.',
  minutesMissing: 'Minutes can be entered only for scan types that this machine supports.',
  noMinutes: 'A scan takes at least one minute.',
  logo: 'The logo must be a PNG of at most 24 kB and 900 by 300 pixels.',
}
