import { formatDate } from '../format/format-date.ts'
import { formatTime } from '../format/format-time.ts'
import type { PlainDate } from '../values/plain-date.ts'
import type { ClosureKind } from './closure.ts'

/** What each kind of closure is called. */
export const closureKindWords: Readonly<Record<ClosureKind, string>> = {
  holiday: 'Holiday',
  'half-day': 'Half day',
  service: 'Machine service',
  break: 'Break',
}

const wallTime = (text: string): string => `${formatDate(text.slice(0, 10) as PlainDate)} ${formatTime(text.slice(11))}`

/** Returns `25 Dec 2026 12:00am – 26 Dec 2026 12:00am`; the second date only if it is another. */
export const describeClosureTime = ({ from, to }: { readonly from: string; readonly to: string }): string =>
  from.slice(0, 10) === to.slice(0, 10)
    ? `${wallTime(from)} – ${formatTime(to.slice(11))}`
    : `${wallTime(from)} – ${wallTime(to)}`

/** Returns the refusal of a booking inside a closure. */
export const closedMessage = (name: string, reason: string): string =>
  `${name} is closed at that time: ${reason}. Choose another time, or ask an administrator to confirm it.`

/** Returns the line that stands beside a closed time. */
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
  weeksLong: 'A weekly closure lasts less than a week.',
  skuTwice: 'Each scan type may be listed only once.',
  minutesMissing: 'Enter the minutes only for scan types of this machine.',
  noMinutes: 'A scan takes at least one minute.',
}
