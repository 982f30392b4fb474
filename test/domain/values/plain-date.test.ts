import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  comparePlainDates,
  dayOfWeek,
  parsePlainDate,
  startOfWeek,
  weekDates,
} from '#domain/values/plain-date.ts'
import { knownDate } from '../../fixtures/time/known.ts'

const EPOCH = knownDate('1970-01-01')
const anyDayNumber = fc.integer({ min: -50_000, max: 50_000 })

describe('parsePlainDate', () => {
  it.each(['2026-11-24', '2028-02-29', '1926-01-01', '0001-01-01', '9999-12-31'])('reads %s', (text) => {
    expect(parsePlainDate(text)).toBe(text)
  })

  it.each([
    '2027-02-29',
    '1900-02-29',
    '2026-02-30',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '0000-01-01',
    '2026-1-1',
    '26-01-01',
    '20261124',
    '2026-11-24T00:00',
    '2026-11-24 ',
    '2026-11-24\n',
    '+002026-11-24',
    '24 Nov 2026',
    '',
    20261124,
    null,
    undefined,
    new Date(0),
  ])('refuses %j', (text) => {
    expect(parsePlainDate(text)).toBeUndefined()
  })

  it('never throws, and returns either its input or undefined', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.stringMatching(/^\d{4}-[01]\d-[0-3]\d$/)), (text) => {
        expect([undefined, text]).toContain(parsePlainDate(text))
      }),
    )
  })
})

describe('addDays and comparePlainDates', () => {
  it('agree with days counted in UTC', () => {
    fc.assert(
      fc.property(anyDayNumber, anyDayNumber, (a, b) => {
        const [from, until] = [addDays(EPOCH, a), addDays(EPOCH, b)]
        expect(from).toBe(new Date(a * 86_400_000).toISOString().slice(0, 10))
        expect(comparePlainDates(from, until)).toBe(Math.sign(a - b))
      }),
    )
  })

  it('throw outside the supported days, and for a fraction of a day', () => {
    expect(() => addDays(knownDate('9999-12-31'), 1)).toThrow(RangeError)
    expect(() => addDays(knownDate('0001-01-01'), -1)).toThrow(RangeError)
    expect(() => addDays(knownDate('2026-11-24'), 0.5)).toThrow(RangeError)
  })
})

describe('weeks', () => {
  it('start on Monday', () => {
    expect(startOfWeek(knownDate('2026-11-21'))).toBe('2026-11-16')
    expect(startOfWeek(knownDate('2026-11-22'))).toBe('2026-11-16')
    expect(startOfWeek(knownDate('2026-11-23'))).toBe('2026-11-23')
  })

  it('contain every date on its own weekday, as UTC counts weekdays', () => {
    fc.assert(
      fc.property(anyDayNumber, (n) => {
        const date = addDays(EPOCH, n)
        const week = weekDates(startOfWeek(date))
        expect(week[dayOfWeek(date) - 1]).toBe(date)
        expect(week.map(dayOfWeek)).toEqual([1, 2, 3, 4, 5, 6, 7])
        expect(dayOfWeek(date) % 7).toBe(new Date(n * 86_400_000).getUTCDay())
      }),
    )
  })
})

describe('addMonths', () => {
  it.each([
    ['2026-01-15', 3, '2026-04-15'],
    ['2026-11-30', 3, '2027-02-28'],
    ['2027-11-30', 3, '2028-02-29'],
    ['2026-11-28', 3, '2027-02-28'],
    ['2026-08-31', 3, '2026-11-30'],
    ['2026-12-31', 3, '2027-03-31'],
    ['2026-10-01', 3, '2027-01-01'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2028-02-29', 48, '2032-02-29'],
    ['2026-01-31', 1, '2026-02-28'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-01-15', -1, '2025-12-15'],
    ['2026-05-31', 0, '2026-05-31'],
  ])('returns for %s and %i months: %s', (date, months, expected) => {
    expect(addMonths(knownDate(date), months)).toBe(expected)
  })

  it('agrees with a hand-written calendar: same day, or the last of a shorter month', () => {
    const lengths = (year: number): readonly number[] => {
      const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
      return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    }
    fc.assert(
      fc.property(anyDayNumber, fc.integer({ min: -240, max: 240 }), (day, months) => {
        const date = addDays(EPOCH, day)
        const [year = 0, month = 0, dayOfMonth = 0] = date.split('-').map(Number)
        const count = year * 12 + (month - 1) + months
        const toYear = Math.floor(count / 12)
        const toMonth = count - toYear * 12
        const last = lengths(toYear)[toMonth] ?? 0
        const pad = (value: number): string => String(value).padStart(2, '0')
        expect(addMonths(date, months)).toBe(`${toYear}-${pad(toMonth + 1)}-${pad(Math.min(dayOfMonth, last))}`)
      }),
    )
  })

  it('throws RangeError outside the supported years', () => {
    expect(() => addMonths(knownDate('9999-10-01'), 3)).toThrow(RangeError)
    expect(() => addMonths(knownDate('0001-01-31'), -1)).toThrow(RangeError)
  })
})
