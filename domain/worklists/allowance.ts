import { type Instant, toEpochMs } from '../values/instant.ts'
import { startOfDay, todayAt, type ZoneId } from '../values/location-clock.ts'
import { addDays, dayOfWeek, type PlainDate } from '../values/plain-date.ts'

/**
 * The time that work may take from its anchor, in days of the location's calendar. Working days are Monday to Friday. A
 * negative number is a time before an appointment. With the unit `instant`, the anchor itself is the limit.
 */
export type Allowance =
  | { readonly unit: 'working-days'; readonly count: number }
  | { readonly unit: 'days'; readonly count: number }
  | { readonly unit: 'instant' }

const isWorkingDay = (date: PlainDate): boolean => dayOfWeek(date) <= 5

/** Returns the day that is `count` working days after a date. On a weekend, counting starts with Monday. */
const addWorkingDays = (date: PlainDate, count: number): PlainDate => {
  let day = date
  for (let left = count; left > 0; ) {
    day = addDays(day, 1)
    if (isWorkingDay(day)) left -= 1
  }
  return day
}

/** Returns the last day on which work from `anchor` is not late. */
export const lastDayOf = (anchor: Instant, allowance: Allowance, zone: ZoneId): PlainDate => {
  const day = todayAt(anchor, zone)
  if (allowance.unit === 'working-days') return addWorkingDays(day, allowance.count)
  return allowance.unit === 'days' ? addDays(day, allowance.count) : day
}

/**
 * Returns the limit of late work at `now`: work is late if its anchor is before this instant. Work with a number of
 * days is late from the day after its last day; other work is late from its anchor on. A comparison with this instant
 * agrees with {@link lastDayOf}, so that a database can count late work without a calendar.
 */
export const lateBefore = (now: Instant, allowance: Allowance, zone: ZoneId): Instant => {
  if (allowance.unit === 'instant') return now
  const today = todayAt(now, zone)
  if (allowance.unit === 'days') return startOfDay(addDays(today, -allowance.count), zone)
  // Goes back to the earliest day whose work is not late. No day before it qualifies, because an earlier anchor never
  // has a later last day.
  let day = today
  while (addWorkingDays(addDays(day, -1), allowance.count) >= today) day = addDays(day, -1)
  return startOfDay(day, zone)
}

/** Returns the calendar days by which work is late at `now`; 0 on its last day, negative before. */
export const daysLate = (now: Instant, anchor: Instant, allowance: Allowance, zone: ZoneId): number =>
  (Date.parse(todayAt(now, zone)) - Date.parse(lastDayOf(anchor, allowance, zone))) / 86_400_000

/**
 * Returns whether work is late at `now`.
 * @internal The database compares with {@link lateBefore}; tests compare the two.
 */
export const isLate = (now: Instant, anchor: Instant, allowance: Allowance, zone: ZoneId): boolean =>
  toEpochMs(anchor) < toEpochMs(lateBefore(now, allowance, zone))
