import { describe, expect, it } from 'vitest'
import {
  formatClock,
  formatCountdown,
  formatInstant,
  formatMoment,
  formatTime,
  formatTimeAt,
  formatWeekdayAndInstant,
  toCsvTime,
} from '#domain/format/format-time.ts'
import { knownInstant, knownZone } from '../../fixtures/time/known.ts'

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

  it('throws for a text that is not a time of day', () => {
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

describe('the parts of an instant', () => {
  const instant = knownInstant('2026-11-24T17:40:07Z')
  const zone = knownZone('America/Los_Angeles')

  it('have formats for the time, the time with its zone, and the full date with its weekday', () => {
    expect(formatTimeAt(instant, zone)).toBe('09:40am')
    expect(formatClock(instant, zone)).toBe('09:40am PST')
    expect(formatWeekdayAndInstant(instant, zone)).toBe('Tue 24 Nov 2026 09:40am PST')
    expect(formatWeekdayAndInstant(instant, knownZone('America/St_Johns'))).toBe('Tue 24 Nov 2026 02:10pm NST')
  })

  it('differ between the two passes of a repeated hour', () => {
    const passes = ['2026-11-01T08:30:00Z', '2026-11-01T09:30:00Z'].map((pass) => formatClock(knownInstant(pass), zone))
    expect(passes).toEqual(['01:30am PDT', '01:30am PST'])
  })

  it('include the UTC offset in CSV files', () => {
    expect(toCsvTime(instant, zone)).toBe('2026-11-24T09:40:07-08:00')
  })
})

describe('formatMoment', () => {
  it.each([
    ['2026-11-23T15:05:00Z', '10:05am EST'],
    // Still the day before in Toronto.
    ['2026-11-23T04:59:00Z', '22 Nov 2026 11:59pm EST'],
    ['2026-11-23T05:00:00Z', '12:00am EST'],
  ])('writes %s as %s at noon of 23 November in Toronto', (instant, words) => {
    const now = knownInstant('2026-11-23T17:00:00Z')
    expect(formatMoment(knownInstant(instant), now, knownZone('America/Toronto'))).toBe(words)
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
