import { formatLongWeekday, monthNames } from '../format/format-date.ts'
import { takeBirthDates } from '../members/typed-birth-dates.ts'
import { addDays, addMonths, type PlainDate, parsePlainDate } from '../values/plain-date.ts'

/** A date further from today than these months is a birth date, not a day with appointments. */
const farthestMonths = 60

const dayThenMonth = /^(?<day>\d{1,2})(?:st|nd|rd|th)?[\s.-]*(?<month>[a-z]{3,9})\.?$/u
const monthThenDay = /^(?<month>[a-z]{3,9})\.?[\s.-]+(?<day>\d{1,2})(?:st|nd|rd|th)?$/u
const weekday = /^[a-z]{3,9}$/u

/** Returns the first such day from today on, if it is within a year. There may be none: 29 February. */
const inComingYear = (typedMonth: string, day: string, today: PlainDate): readonly PlainDate[] => {
  const month = monthNames.findIndex((name) => name.toLowerCase().startsWith(typedMonth)) + 1
  const year = Number(today.slice(0, 4))
  return [year, year + 1]
    .flatMap((one) => parsePlainDate(`${one}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`) ?? [])
    .filter((date) => date >= today && date <= addMonths(today, 12))
    .slice(0, 1)
}

/**
 * Returns the days that a text names, if it contains nothing else: `14 nov`, `nov 14th`, `14 Nov 2026`, `2026-11-14`,
 * `tomorrow`, or a weekday by its first three or more letters. Only English. Without a year it is the first such day
 * from `today` on, within a year. With a year it is a day at most five years from `today`; `02/03/2026` names two.
 * Empty for any other text.
 */
export const parseTypedDay = (text: string, today: PlainDate): readonly PlainDate[] => {
  const typed = text.normalize('NFC').trim().toLowerCase()
  if (typed === 'tomorrow') return [addDays(today, 1)]
  const { rest, dates } = takeBirthDates(typed)
  const [dated, ...others] = dates
  if (dated !== undefined) {
    if (others.length > 0 || rest.trim() !== '') return []
    const [first, last] = [addMonths(today, -farthestMonths), addMonths(today, farthestMonths)]
    return dated.filter((date) => date >= first && date <= last)
  }
  const { day, month } = (dayThenMonth.exec(typed) ?? monthThenDay.exec(typed))?.groups ?? {}
  if (day !== undefined && month !== undefined) return inComingYear(month, day, today)
  if (!weekday.test(typed)) return []
  return [0, 1, 2, 3, 4, 5, 6]
    .map((days) => addDays(today, days))
    .filter((date) => formatLongWeekday(date).toLowerCase().startsWith(typed))
}
