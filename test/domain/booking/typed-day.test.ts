import { describe, expect, it } from 'vitest'
import { parseTypedDay } from '#domain/booking/typed-day.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'

/** A Monday. */
const today = '2026-11-23'
const daysOf = (text: string, at = today) => parseTypedDay(text, at as PlainDate)

describe('a typed day', () => {
  it.each([
    ['14 Nov 2026', ['2026-11-14']],
    ['november 14, 2026', ['2026-11-14']],
    ['2026-11-14', ['2026-11-14']],
    ['20261114', ['2026-11-14']],
    ['14 nov 26', ['2026-11-14']],
    ['02/03/2027', ['2027-03-02', '2027-02-03']],
    ['14/11/2026', ['2026-11-14']],
  ])('%j with a year is %j', (text, days) => expect(daysOf(text)).toEqual(days))

  it.each([
    ['24 nov', '2026-11-24'],
    ['  24 NOV ', '2026-11-24'],
    ['24nov', '2026-11-24'],
    ['24-nov', '2026-11-24'],
    ['24th November', '2026-11-24'],
    ['nov 24', '2026-11-24'],
    ['Nov. 24th', '2026-11-24'],
    ['23 nov', '2026-11-23'],
    ['22 nov', '2027-11-22'],
    ['14 nov', '2027-11-14'],
    ['1 sept', '2027-09-01'],
  ])('%j without a year is the next one, %s', (text, day) => expect(daysOf(text)).toEqual([day]))

  it.each([
    ['tomorrow', '2026-11-24'],
    ['Monday', '2026-11-23'],
    ['tues', '2026-11-24'],
    ['sun', '2026-11-29'],
  ])('%j counts from today: %s', (text, day) => expect(daysOf(text)).toEqual([day]))

  it.each([
    ['2026-11-23', []],
    ['2027-03-01', ['2028-02-29']],
    ['2027-01-15', []],
    ['2028-02-29', ['2028-02-29']],
  ])('on %s, 29 February is %j', (at, days) => expect(daysOf('29 feb', at)).toEqual(days))

  it.each(['3 feb 1980', '1980-02-03', '2021-11-22', '2031-11-24', '03/02/80'])('%j is a birth date', (text) =>
    expect(daysOf(text)).toEqual([]),
  )

  it.each([
    ...['', '14', 'nov', '14 no', '32 nov', '0 nov', '30 feb', '14 novak', 'silva 14 nov', '14 nov silva'],
    ...['silva 14 nov 2026', '2026-11-14 2026-11-15', 'today', 'mo', 'monica', 'demain', '14 aout', '604-555-0142'],
  ])('%j is no day', (text) => expect(daysOf(text)).toEqual([]))
})
