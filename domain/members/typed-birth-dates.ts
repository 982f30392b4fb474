import { type PlainDate, parsePlainDate } from '../values/plain-date.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

type Reading = { readonly pattern: RegExp; readonly read: (parts: readonly string[]) => readonly PlainDate[] }

/** Returns both centuries of a two-digit year: `80` is 1980 or 2080. A birth date in the future finds no member. */
const years = (typed: string): readonly string[] => (typed.length === 4 ? [typed] : [`19${typed}`, `20${typed}`])

const monthNumber = (name: string): string => String(months.indexOf(name.slice(0, 3)) + 1)

const datesOf = (year: string, monthDays: readonly (readonly [string, string])[]): readonly PlainDate[] => {
  const dates = years(year).flatMap((one) =>
    monthDays.flatMap(([month, day]) => {
      const date = parsePlainDate(`${one}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
      return date === undefined ? [] : [date]
    }),
  )
  return [...new Set(dates)]
}

const readings: readonly Reading[] = [
  {
    pattern: /(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/gu,
    read: ([year = '', month = '', day = '']) => datesOf(year, [[month, day]]),
  },
  {
    // Matches day and month in either order, with a year of two or four digits. Does not match a part of a longer
    // number, such as a phone number.
    pattern: /(?<![\d./-])(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?![\d./-])/gu,
    read: ([one = '', two = '', year = '']) =>
      datesOf(year, [
        [two, one],
        [one, two],
      ]),
  },
  {
    pattern: /(?<![\p{L}\d])(\d{1,2})(?:st|nd|rd|th)?[\s.-]+([a-z]{3,9})\.?,?[\s.-]+(\d{4}|\d{2})(?!\d)/gu,
    read: ([day = '', month = '', year = '']) => datesOf(year, [[monthNumber(month), day]]),
  },
  {
    pattern: /(?<!\p{L})([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4}|\d{2})(?!\d)/gu,
    read: ([month = '', day = '', year = '']) => datesOf(year, [[monthNumber(month), day]]),
  },
  {
    pattern: /(?<![\p{L}\d-])((?:19|20)\d{2})(\d{2})(\d{2})(?![\p{L}\d-])/gu,
    read: ([year = '', month = '', day = '']) => datesOf(year, [[month, day]]),
  },
]

/**
 * Finds the birth dates in a typed text, which must be in lower case: `1980-02-03`, `3 feb 1980`, `february 3, 1980`,
 * `19800203`, `03/02/1980` and `03/02/80`. Returns all possible dates of each: day and month in either order, both
 * centuries. `rest` is the text without the birth dates.
 */
export const takeBirthDates = (
  text: string,
): { readonly rest: string; readonly dates: readonly (readonly PlainDate[])[] } => {
  const dates: (readonly PlainDate[])[] = []
  let rest = text
  for (const { pattern, read } of readings) {
    rest = rest.replace(pattern, (whole: string, ...parts: unknown[]) => {
      const found = read(parts.filter((part) => typeof part === 'string').slice(0, 3))
      if (found.length === 0) return whole
      dates.push(found)
      return ' '
    })
  }
  return { rest, dates }
}
