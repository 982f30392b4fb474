import { Temporal } from 'temporal-polyfill'

/** A calendar day without a zone, `YYYY-MM-DD`, years 0001 to 9999. A birth date is such a day, never an instant. */
export type PlainDate = string & { readonly __brand: 'PlainDate' }

/** ISO day of the week: Monday is 1, Sunday is 7. */
type DayOfWeek = 1 | 2 | 3 | 4 | 5 | 6 | 7

/** Monday to Sunday. */
type WeekDates = readonly [PlainDate, PlainDate, PlainDate, PlainDate, PlainDate, PlainDate, PlainDate]

const CANONICAL = /^(?!0000)\d{4}-\d{2}-\d{2}$/

/**
 * Reads `YYYY-MM-DD`; undefined for any other text, any other type, and a day that does not exist (29 February 2027).
 */
export function parsePlainDate(text: unknown): PlainDate | undefined {
  if (typeof text !== 'string' || !CANONICAL.test(text)) return undefined
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' }).toString() as PlainDate
  } catch {
    return undefined
  }
}

/**
 * Returns the day `days` later (earlier if negative). Throws RangeError outside the years 0001 to 9999, or if `days` is
 * not a whole number.
 */
export function addDays(date: PlainDate, days: number): PlainDate {
  return toPlainDate(Temporal.PlainDate.from(date).add({ days }))
}

/**
 * Returns the same day of the month `months` later (earlier if negative), or the last of a shorter month: 30 November
 * and three months is 28 February. Throws RangeError outside the years 0001 to 9999.
 */
export function addMonths(date: PlainDate, months: number): PlainDate {
  return toPlainDate(Temporal.PlainDate.from(date).add({ months }))
}

/** Returns the ISO day of the week, Monday 1 to Sunday 7. */
export function dayOfWeek(date: PlainDate): DayOfWeek {
  return Temporal.PlainDate.from(date).dayOfWeek as DayOfWeek
}

/** Returns the Monday of the date's week. */
export function startOfWeek(date: PlainDate): PlainDate {
  return addDays(date, 1 - dayOfWeek(date))
}

/** Returns the seven days from `monday` on. The given day is the first, whatever weekday it is. */
export function weekDates(monday: PlainDate): WeekDates {
  const day = (n: number) => addDays(monday, n)
  return [monday, day(1), day(2), day(3), day(4), day(5), day(6)]
}

/** Compares for sorting: -1 if `a` is earlier, 1 if later, 0 if equal. */
export function comparePlainDates(a: PlainDate, b: PlainDate): -1 | 0 | 1 {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** Returns how many days `to` is after `from`; below 0 if it is before. */
export function countDays(from: PlainDate, to: PlainDate): number {
  return Temporal.PlainDate.from(from).until(to, { largestUnit: 'day' }).days
}

function toPlainDate(date: Temporal.PlainDate): PlainDate {
  const text = date.toString()
  if (!CANONICAL.test(text)) throw new RangeError(`Not in the years 0001 to 9999: ${text}`)
  return text as PlainDate
}
