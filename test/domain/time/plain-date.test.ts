import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  comparePlainDates,
  dayOfWeek,
  parsePlainDate,
  startOfWeek,
  weekDates,
  weekdayName,
} from '#domain/time/plain-date.ts'
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

  it('never throws, and gives only what it was given', () => {
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

  it('throws past the last day there is', () => {
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
    expect(weekdayName(knownDate('2026-11-23'))).toBe('Monday')
    expect(weekdayName(knownDate('2026-11-22'))).toBe('Sunday')
  })

  it('hold every day in its own weekday, as UTC counts weekdays', () => {
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
