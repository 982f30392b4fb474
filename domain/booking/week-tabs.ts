import { formatDate } from '../format/format-date.ts'
import { addDays, comparePlainDates, type PlainDate, parsePlainDate, startOfWeek } from '../values/plain-date.ts'

/** The maximum number of weeks that the row of tabs shows at a time (booking spec §9). */
const weeksShown = 6

type WeekTab = { readonly monday: PlainDate }

type WeekTabs = {
  readonly tabs: readonly WeekTab[]
  /** Target of Previous Weeks; null if all earlier weeks are over. */
  readonly previous: PlainDate | null
  /** Target of Next Weeks; null if it would be after the last week that can be booked. */
  readonly next: PlainDate | null
}

/**
 * Builds the row of week tabs (booking spec §2): six weeks from `firstMonday`, never before the current week of the
 * location's clock and never past the end of the year selector. `today` is the location's date.
 */
export const buildWeekTabs = (firstMonday: PlainDate, today: PlainDate): WeekTabs => {
  const currentMonday = startOfWeek(today)
  const start = comparePlainDates(firstMonday, currentMonday) < 0 ? currentMonday : startOfWeek(firstMonday)
  const lastMonday = startOfWeek(lastBookableDate(today))
  const tabs: WeekTab[] = []
  for (let index = 0; index < weeksShown; index += 1) {
    const monday = addDays(start, index * 7)
    if (comparePlainDates(monday, lastMonday) > 0) break
    tabs.push({ monday })
  }
  const before = addDays(start, -7 * weeksShown)
  const after = addDays(start, 7 * weeksShown)
  return {
    tabs,
    previous: start === currentMonday ? null : comparePlainDates(before, currentMonday) < 0 ? currentMonday : before,
    next: comparePlainDates(after, lastMonday) > 0 ? null : after,
  }
}

/** Returns the years of the year selector: the current one through two years ahead (booking spec §2, §9). */
export const selectableYears = (today: PlainDate): readonly number[] => {
  const year = Number(today.slice(0, 4))
  return [year, year + 1, year + 2]
}

/** Returns the months (1 to 12) of a year that are not over. */
export const selectableMonths = (year: number, today: PlainDate): readonly number[] => {
  const first = Number(today.slice(0, 4)) === year ? Number(today.slice(5, 7)) : 1
  return Array.from({ length: 13 - first }, (_, index) => first + index)
}

/** Returns the last day that the year selector reaches. */
export const lastBookableDate = (today: PlainDate): PlainDate =>
  parsePlainDate(`${Number(today.slice(0, 4)) + 2}-12-31`) as PlainDate

/**
 * Returns the Monday of the week to show for a chosen month: the week of its first day, or the current week if that is
 * later.
 */
export const mondayOfMonth = (year: number, month: number, today: PlainDate): PlainDate => {
  const first = parsePlainDate(`${year}-${String(month).padStart(2, '0')}-01`) as PlainDate
  const monday = startOfWeek(first)
  const currentMonday = startOfWeek(today)
  return comparePlainDates(monday, currentMonday) < 0 ? currentMonday : monday
}

/**
 * Returns why a day cannot be booked, for example after a mistyped year, and which days can be booked. Null if the day
 * can be booked.
 */
export const whyNotBookable = (date: PlainDate, today: PlainDate): string | null => {
  const last = lastBookableDate(today)
  if (comparePlainDates(date, today) >= 0 && comparePlainDates(date, last) <= 0) return null
  const what = comparePlainDates(date, today) < 0 ? 'This day has passed' : 'This day is too far ahead'
  return `${what}. Choose a day from ${formatDate(today)} to ${formatDate(last)}.`
}
