import { describe, expect, it } from 'vitest'
import { formatCountdown, formatDate, formatInstant, formatTime, formatWeekday } from '#domain/values/format-time.ts'
import { knownDate, knownInstant, knownZone } from '../../fixtures/time/known.ts'

describe('formatDate and formatWeekday', () => {
  it('write DD MMM YYYY, all twelve months', () => {
    const months = Array.from({ length: 12 }, (_, i) => knownDate(`2026-${String(i + 1).padStart(2, '0')}-05`))
    expect(months.map((date) => formatDate(date).slice(3, 6)).join(' ')).toBe(
      'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec',
    )
    expect(formatDate(knownDate('2026-11-24'))).toBe('24 Nov 2026')
    expect(formatDate(knownDate('1926-02-01'))).toBe('01 Feb 1926')
  })

  it('write the weekday in three letters', () => {
    expect(formatWeekday(knownDate('2026-11-24'))).toBe('Tue')
    expect(formatWeekday(knownDate('2026-11-22'))).toBe('Sun')
  })
})

describe('formatTime', () => {
  it.each([
    ['00:00', '12:00am'],
    ['00:05', '12:05am'],
    ['09:40', '09:40am'],
    ['11:59', '11:59am'],
    ['12:00', '12:00pm'],
    ['13:05', '01:05pm'],
    ['23:55', '11:55pm'],
  ])('writes %s as %s', (time, expected) => {
    expect(formatTime(time)).toBe(expected)
  })

  it('throws for what is not a time of day', () => {
    expect(() => formatTime('24:00')).toThrow(RangeError)
  })
})

describe('formatInstant', () => {
  it.each([
    ['2026-11-24T17:40:00Z', 'America/Los_Angeles', '24 Nov 2026 09:40am PST'],
    ['2026-11-24T17:40:00Z', 'America/Vancouver', '24 Nov 2026 10:40am PDT'],
    ['2026-11-24T04:00:00Z', 'America/Toronto', '23 Nov 2026 11:00pm EST'],
  ])('writes %s in %s as %s', (instant, zone, expected) => {
    expect(formatInstant(knownInstant(instant), knownZone(zone))).toBe(expected)
  })
})

describe('formatCountdown', () => {
  it.each([
    [600_000, '10:00'],
    [599_001, '10:00'],
    [599_000, '09:59'],
    [61_000, '01:01'],
    [1, '00:01'],
    [0, '00:00'],
    [-5000, '00:00'],
    [7_200_000, '120:00'],
  ])('writes %d ms as %s', (ms, expected) => {
    expect(formatCountdown(ms)).toBe(expected)
  })
})
