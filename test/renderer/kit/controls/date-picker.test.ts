import { CalendarDate } from '@internationalized/date'
import { describe, expect, it } from 'vitest'
import { listYears } from '#renderer/kit/controls/calendar.tsx'
import { decideOfferedDays, parseDay } from '#renderer/kit/controls/date-picker.tsx'
import { isClosableLoadingText } from '#renderer/kit/controls/loading-dialog.tsx'

const now = new CalendarDate(2026, 11, 21)

describe('decideOfferedDays', () => {
  it('with a year picker, covers the last 100 years up to today', () => {
    const { min, max } = decideOfferedDays({ hasYearPicker: true }, now)
    expect(max.toString()).toBe('2026-11-21')
    expect(listYears(min, max)).toHaveLength(100)
    expect(listYears(min, max).at(0)).toBe(2026)
    expect(listYears(min, max).at(-1)).toBe(1927)
  })

  it('without a year picker, ends two years ahead', () => {
    expect(decideOfferedDays({}, now).max.toString()).toBe('2028-12-31')
  })

  it('keeps the given first and last day', () => {
    const { min, max } = decideOfferedDays({ minValue: '2026-11-21', maxValue: '2027-01-05' }, now)
    expect([min.toString(), max.toString()]).toEqual(['2026-11-21', '2027-01-05'])
  })
})

describe('parseDay', () => {
  it.each(['2026-02-30', '2026-13-01', '26-01-01', 'today', '', null])('returns null for %j', (text) => {
    expect(parseDay(text)).toBeNull()
  })

  it('returns the day if it exists', () => {
    expect(parseDay('2028-02-29')?.toString()).toBe('2028-02-29')
  })
})

describe('isClosableLoadingText', () => {
  it.each(['Error', 'Booking FAILED', 'A file is missing', 'It fails'])('is true for %j', (text) => {
    expect(isClosableLoadingText(text)).toBe(true)
  })

  it.each(['Loading', 'Booking the appointment', ''])('is false for %j', (text) => {
    expect(isClosableLoadingText(text)).toBe(false)
  })
})
