import { describe, expect, it } from 'vitest'
import { describeDaysAhead, toFollowUp } from '#domain/study/follow-up.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { aStudyWith } from './study-records.ts'

const vancouver = 'America/Vancouver' as ZoneId
const toronto = 'America/Toronto' as ZoneId
const at = (text: string): Instant => text as Instant
const scannedAt = (time: string) => aStudyWith({ scanned: true, scannedTime: time })

describe('toFollowUp', () => {
  it.each([
    ['an ordinary day', '2026-03-15T18:00:00Z', '2026-03-15', '2026-09-15', '2027-03-15'],
    ['the last of a longer month', '2026-08-31T18:00:00Z', '2026-08-31', '2027-02-28', '2027-08-31'],
    ['a leap day', '2028-02-29T18:00:00Z', '2028-02-29', '2028-08-29', '2029-02-28'],
    ['an evening that is the next day in UTC', '2026-11-24T05:00:00Z', '2026-11-23', '2027-05-23', '2027-11-23'],
  ])('returns the days 6 and 12 months after a scan on %s', (_case, time, scanDate, six, twelve) => {
    const followUp = toFollowUp(scannedAt(time), at(time), vancouver)
    expect(followUp).toMatchObject({ scanDate, isPlanned: false })
    expect(followUp?.dates.map(({ months, date }) => [months, date])).toEqual([
      [6, six],
      [12, twelve],
    ])
  })

  it('counts days by the location’s calendar, even across a clock change', () => {
    const study = scannedAt('2026-05-02T16:00:00Z')
    const daysOn = (now: string) => toFollowUp(study, at(now), toronto)?.dates.map(({ daysAhead }) => daysAhead)
    expect(daysOn('2026-11-01T03:59:00Z')).toEqual([2, 183])
    expect(daysOn('2026-11-02T04:59:00Z')).toEqual([1, 182])
    expect(daysOn('2026-11-02T05:00:00Z')).toEqual([0, 181])
    expect(daysOn('2026-11-04T12:00:00Z')).toEqual([-2, 179])
  })

  it('uses the appointment until the scan, and is null without a scan or an appointment', () => {
    const booked = aStudyWith()
    const start = booked.booking?.utcStart
    expect(toFollowUp(booked, at('2026-11-01T00:00:00Z'), vancouver)).toMatchObject({ isPlanned: true })
    expect(start).toBeDefined()
    expect(toFollowUp({ ...booked, booking: null }, at('2026-11-01T00:00:00Z'), vancouver)).toBeNull()
  })

  it('counts as scanned, not planned, when the scan’s time is invalid', () => {
    const study = aStudyWith({ scanned: true, scannedTime: 'yesterday' })
    expect(toFollowUp(study, at('2026-11-01T00:00:00Z'), vancouver)?.isPlanned).toBe(false)
  })
})

describe('describeDaysAhead', () => {
  it.each([
    [0, 'Today'],
    [1, 'Tomorrow'],
    [-1, 'Yesterday'],
    [12, 'In 12 days'],
    [-12, '12 days ago'],
  ])('describes %i as %s', (days, words) => {
    expect(describeDaysAhead(days)).toBe(words)
  })
})
