import { createHash } from 'node:crypto'
import { type Instant, toEpochMs } from '#domain/values/instant.ts'
import { findInstants, todayAt, toWallTime, type ZoneId } from '#domain/values/location-clock.ts'
import { addDays, comparePlainDates, type PlainDate, startOfWeek } from '#domain/values/plain-date.ts'
import { toTimeOfDay } from '#domain/values/time-of-day.ts'

/** Length of a consult in minutes. */
export const consultMinutes = 30
/** Nine to five in the location's time zone. */
const firstMinute = 9 * 60
const lastMinute = 17 * 60 - consultMinutes
/** Number of weeks that a visitor can look ahead. */
const weeksAhead = 8
/** The minimum time between booking and appointment. */
const noticeSeconds = 3600

export type OfferedDay = { readonly date: PlainDate; readonly times: readonly Instant[] }
export type OfferedWeek = {
  /** The week's Monday. */
  readonly monday: PlainDate
  /** Monday to Friday. */
  readonly days: readonly OfferedDay[]
  /** Monday of the neighbouring week; null when that week is not offered. */
  readonly before: PlainDate | null
  readonly after: PlainDate | null
}

type Team = {
  readonly team: string
  readonly timezone: ZoneId
  /** Booked starts, epoch seconds. */
  readonly taken: ReadonlySet<number>
  readonly now: Instant
}

const seconds = (instant: Instant): number => toEpochMs(instant) / 1000

/** Returns whether the team works at that time: about two thirds of its half hours, always the same ones. */
const isWorkingTime = (team: string, date: PlainDate, time: string): boolean =>
  (createHash('sha256').update(`${team} ${date} ${time}`).digest()[0] ?? 0) % 3 !== 0

const offerDay = ({ team, timezone, taken, now }: Team, date: PlainDate): OfferedDay => {
  const times: Instant[] = []
  for (let minute = firstMinute; minute <= lastMinute; minute += consultMinutes) {
    const time = toTimeOfDay(minute)
    const found = findInstants(date, time, timezone)
    const instant = found.kind === 'once' ? found.instant : null
    const isFree = instant !== null && seconds(instant) >= seconds(now) + noticeSeconds && !taken.has(seconds(instant))
    if (isFree && isWorkingTime(team, date, time)) times.push(instant)
  }
  return { date, times }
}

/**
 * Returns a week of a team's free times in the location's zone. `wanted` is any day of that week; a day outside the
 * offered weeks gives the nearest offered week. Without `wanted`, returns the current week, or the next week if the
 * current week has no free time.
 */
export const offerWeek = (team: Team, wanted: PlainDate | null): OfferedWeek => {
  const first = startOfWeek(todayAt(team.now, team.timezone))
  const last = addDays(first, 7 * weeksAhead)
  const weekOf = (monday: PlainDate): OfferedWeek => ({
    monday,
    days: [0, 1, 2, 3, 4].map((day) => offerDay(team, addDays(monday, day))),
    before: comparePlainDates(monday, first) > 0 ? addDays(monday, -7) : null,
    after: comparePlainDates(monday, last) < 0 ? addDays(monday, 7) : null,
  })
  if (wanted !== null) {
    const monday = startOfWeek(wanted)
    if (comparePlainDates(monday, first) < 0) return weekOf(first)
    return weekOf(comparePlainDates(monday, last) > 0 ? last : monday)
  }
  const week = weekOf(first)
  return week.days.some(({ times }) => times.length > 0) ? week : weekOf(addDays(first, 7))
}

/**
 * Returns whether a team offers this start, whether or not it is taken: the team works in that half hour, and the start
 * is neither too soon nor too late.
 */
export const isOffered = (team: Omit<Team, 'taken'>, startsAt: Instant): boolean => {
  const { date } = toWallTime(startsAt, team.timezone)
  const { days } = offerWeek({ ...team, taken: new Set() }, date)
  return days.some(({ times }) => times.includes(startsAt))
}
