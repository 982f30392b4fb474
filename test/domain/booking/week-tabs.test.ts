import { describe, expect, it } from 'vitest'
import {
  buildWeekTabs,
  mondayOfMonth,
  selectableMonths,
  selectableYears,
  whyNotBookable,
} from '#domain/booking/week-tabs.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'

const date = (text: string): PlainDate => text as PlainDate
const today = date('2026-11-21')

describe('buildWeekTabs', () => {
  it('starts with the current week and the five weeks after it', () => {
    const { tabs, previous, next } = buildWeekTabs(today, today)
    expect(tabs.map((tab) => tab.monday)).toEqual([
      '2026-11-16',
      '2026-11-23',
      '2026-11-30',
      '2026-12-07',
      '2026-12-14',
      '2026-12-21',
    ])
    expect(previous).toBeNull()
    expect(next).toBe('2026-12-28')
  })

  it('goes back by six weeks, but not before the current week', () => {
    expect(buildWeekTabs(date('2026-12-28'), today).previous).toBe('2026-11-16')
    expect(buildWeekTabs(date('2026-12-07'), today).previous).toBe('2026-11-16')
    expect(buildWeekTabs(date('2020-01-01'), today).tabs[0]?.monday).toBe('2026-11-16')
  })

  it('ends with the last week of the year two years ahead', () => {
    const last = buildWeekTabs(date('2028-12-18'), today)
    expect(last.tabs.map((tab) => tab.monday)).toEqual(['2028-12-18', '2028-12-25'])
    expect(last.next).toBeNull()
  })
})

describe('whyNotBookable', () => {
  const current = date('2026-11-22')
  it.each([
    ['a mistyped year', '1129-12-01', 'This day has passed. Choose a day from 22 Nov 2026 to 31 Dec 2028.'],
    ['yesterday', '2026-11-21', 'This day has passed. Choose a day from 22 Nov 2026 to 31 Dec 2028.'],
    ['today', '2026-11-22', null],
    ['the last day', '2028-12-31', null],
    [
      'the day after the last day',
      '2029-01-01',
      'This day is too far ahead. Choose a day from 22 Nov 2026 to 31 Dec 2028.',
    ],
  ])('returns the reason, or null, for %s', (_, text, words) => {
    expect(whyNotBookable(date(text), current)).toBe(words)
  })
})

describe('month and year selectors', () => {
  it('run from the current year through two years ahead', () => {
    expect(selectableYears(today)).toEqual([2026, 2027, 2028])
  })
  it('leave out past months', () => {
    expect(selectableMonths(2026, today)).toEqual([11, 12])
    expect(selectableMonths(2027, today)).toHaveLength(12)
  })
  it.each([
    [2026, 11, '2026-11-16'],
    [2026, 12, '2026-11-30'],
    [2027, 3, '2027-03-01'],
  ])('show the week of the first day of %i-%i, or the current week if that is later', (year, month, monday) => {
    expect(mondayOfMonth(year, month, today)).toBe(monday)
  })
})
