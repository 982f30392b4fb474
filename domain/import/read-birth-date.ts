import { type PlainDate, parsePlainDate } from '../values/plain-date.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

type DateReading = { readonly ok: true; readonly date: PlainDate } | { readonly ok: false; readonly problem: string }

const twoDigits = (text: string): string => text.padStart(2, '0')

const toReading = (year: string, month: string, day: string): DateReading => {
  const date = parsePlainDate(`${year}-${twoDigits(month)}-${twoDigits(day)}`)
  return date === undefined ? { ok: false, problem: 'is a date that does not exist.' } : { ok: true, date }
}

/**
 * Reads a birth date in a file: `1980-04-03` or `03 Apr 1980`. A numeric date with the year last is refused. Even if
 * only one order of day and month is possible in this row, other rows of the file may be ambiguous.
 */
export const readBirthDate = (text: string): DateReading => {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? []
  if (year !== '') return toReading(year, month, day)
  const [, ownDay = '', name = '', ownYear = ''] = /^(\d{1,2})[ -]([A-Za-z]{3,9})\.?[ -](\d{4})$/.exec(text) ?? []
  const index = months.indexOf(name.slice(0, 3).toLowerCase())
  if (ownYear !== '' && index !== -1) return toReading(ownYear, String(index + 1), ownDay)
  if (/^\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}$/.test(text)) {
    return {
      ok: false,
      problem: 'can be read as day/month or month/day. Write it as 1980-04-03 or 03 Apr 1980.',
    }
  }
  return { ok: false, problem: 'is not a date. Write it as 1980-04-03 or 03 Apr 1980.' }
}
