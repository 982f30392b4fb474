import type { Instant } from '../values/instant.ts'
import { startOfDay, todayAt, type ZoneId } from '../values/location-clock.ts'
import { addMonths, type PlainDate } from '../values/plain-date.ts'
import { daysBetween } from './delays.ts'
import { readFlag } from './status-flags.ts'
import type { Study } from './study.ts'

/** Months after the scan at which a member is followed up (study spec §2). */
const followUpMonths = [6, 12] as const
type FollowUpMonths = (typeof followUpMonths)[number]

/** The log category of follow-up notes. */
export const followUpCategory = 'Follow-up'

/** The longest note that the log accepts. */
export const noteMaxLength = 4000

type FollowUpDate = {
  readonly months: FollowUpMonths
  readonly date: PlainDate
  /** Days from `now` to the date by the location's calendar: 0 is today, negative is past. */
  readonly daysAhead: number
}

type FollowUp = {
  /** The day of the scan. */
  readonly scanDate: PlainDate
  /**
   * Whether the scan is still to come. `scanDate` is then the appointment's day, and all dates move with the
   * appointment.
   */
  readonly isPlanned: boolean
  readonly dates: readonly FollowUpDate[]
}

/**
 * Returns the follow-up days of a member by the location's calendar: the same day 6 and 12 months after the scan, or
 * the last day of a shorter month. Null if the study has neither a scan nor a booking.
 */
export const toFollowUp = (study: Pick<Study, 'status' | 'booking'>, now: Instant, zone: ZoneId): FollowUp | null => {
  const scanned = readFlag(study.status, 'scanned')
  const at = (scanned.isSet ? scanned.time : null) ?? study.booking?.utcStart ?? null
  if (at === null) return null
  const scanDate = todayAt(at, zone)
  const dates = followUpMonths.map((months) => {
    const date = addMonths(scanDate, months)
    return { months, date, daysAhead: daysBetween(now, startOfDay(date, zone), zone) }
  })
  return { scanDate, isPlanned: !scanned.isSet, dates }
}

/** Returns `In 12 days`, `Tomorrow`, `Today`, `Yesterday` or `12 days ago`. */
export const describeDaysAhead = (days: number): string => {
  if (days === 0) return 'Today'
  if (days === 1) return 'Tomorrow'
  if (days === -1) return 'Yesterday'
  return days > 0 ? `In ${days} days` : `${-days} days ago`
}
