import { type Instant, parseInstant } from '../values/instant.ts'
import { todayAt, type ZoneId } from '../values/location-clock.ts'
import { type PlainDate, parsePlainDate } from '../values/plain-date.ts'
import { readFlag, type StatusFlag } from './status-flags.ts'
import type { Study } from './study.ts'

const DAY_MS = 86_400_000

/**
 * Whole days from one calendar day to another. Both parse as midnight UTC, so no clock change can distort the
 * difference.
 */
const daysApart = (from: PlainDate, to: PlainDate): number => (Date.parse(to) - Date.parse(from)) / DAY_MS

/**
 * Returns the days from one instant to another by a location's calendar (study spec §9: delays are counted in days): 0
 * on the same day, 1 across one midnight, regardless of hours and clock changes. Negative if `to` is earlier.
 */
export const daysBetween = (from: Instant, to: Instant, zone: ZoneId): number =>
  daysApart(todayAt(from, zone), todayAt(to, zone))

/** Null if a time is missing or the times are in the wrong order: such records show no delay. */
const delay = (from: Instant | null, to: Instant | null, zone: ZoneId): number | null =>
  from === null || to === null || to < from ? null : daysBetween(from, to, zone)

const timeOf = (study: Pick<Study, 'status'>, ...flags: readonly StatusFlag[]): Instant | null =>
  flags.map((flag) => readFlag(study.status, flag)).find(({ isSet, time }) => isSet && time !== null)?.time ?? null

/** Returns the days from the scan to its reading (study spec §2 Radiology); null before it is read. */
export const readingDelay = (study: Pick<Study, 'status'>, zone: ZoneId): number | null =>
  delay(timeOf(study, 'scanned'), timeOf(study, 'read'), zone)

/**
 * Returns the days from the report's publication, or else its reading, to its release to the member (study spec §2
 * Report follow-up).
 */
export const releaseDelay = (study: Pick<Study, 'status'>, zone: ZoneId): number | null =>
  delay(timeOf(study, 'published', 'read'), timeOf(study, 'releasedToPatient', 'traditionalReleasedToPatient'), zone)

/**
 * Returns the days from a lead to its booking (study spec §2 Sales, Pipeline time). `createdDate` is the opportunity's:
 * an instant, or a plain day as in the CRM. Null for any other text, without a booking, or if the booking is older than
 * the lead.
 */
export const pipelineDays = (createdDate: string, study: Pick<Study, 'status'>, zone: ZoneId): number | null => {
  const booked = timeOf(study, 'booked')
  const from = dayOf(createdDate, zone)
  if (booked === null || from === null) return null
  const days = daysApart(from, todayAt(booked, zone))
  return days < 0 ? null : days
}

const dayOf = (text: string, zone: ZoneId): PlainDate | null => {
  const instant = parseInstant(text)
  return instant === undefined ? (parsePlainDate(text) ?? null) : todayAt(instant, zone)
}

/** Returns `Same day`, `1 day` or `12 days`; null without a number. */
export const describeDays = (days: number | null): string | null => {
  if (days === null) return null
  if (days === 0) return 'Same day'
  return days === 1 ? '1 day' : `${days} days`
}
