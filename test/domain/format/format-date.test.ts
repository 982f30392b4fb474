import { describe, expect, it } from 'vitest'
import {
  formatDate,
  formatDateText,
  formatLongWeekday,
  formatSpokenDate,
  formatWeekday,
  formatWeekdayAndDate,
  monthNames,
} from '#domain/format/format-date.ts'
import { knownDate } from '../../fixtures/time/known.ts'

describe('formats of a date', () => {
  it.each([
    ['2026-12-01', '01 Dec 2026'],
    ['1926-02-28', '28 Feb 1926'],
    ['2024-02-29', '29 Feb 2024'],
    ['0001-01-01', '01 Jan 0001'],
    ['9999-12-31', '31 Dec 9999'],
  ])('write %s as %s', (date, formatted) => {
    expect(formatDate(knownDate(date))).toBe(formatted)
  })

  it('name all twelve months', () => {
    const months = Array.from({ length: 12 }, (_, i) => knownDate(`2026-${String(i + 1).padStart(2, '0')}-05`))
    expect(months.map((date) => formatDate(date).slice(3, 6)).join(' ')).toBe(
      'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec',
    )
    expect(monthNames.join(' ')).toBe(
      'January February March April May June July August September October November December',
    )
  })

  it('write the weekday', () => {
    const tuesday = knownDate('2026-12-01')
    expect(formatWeekdayAndDate(tuesday)).toBe('Tue 01 Dec 2026')
    expect(formatWeekday(tuesday)).toBe('Tue')
    expect(formatLongWeekday(tuesday)).toBe('Tuesday')
    expect(formatSpokenDate(tuesday)).toBe('Tuesday 1 December')
  })

  it.each([
    ['1980-02-03', '03 Feb 1980'],
    ['1980-02-30', '1980-02-30'],
    ['03/02/1980', '03/02/1980'],
    ['', ''],
  ])('write the text %j as %j', (text, formatted) => {
    expect(formatDateText(text)).toBe(formatted)
  })
})
