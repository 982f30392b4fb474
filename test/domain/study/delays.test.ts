import { describe, expect, it } from 'vitest'
import { daysBetween, describeDays, pipelineDays, readingDelay, releaseDelay } from '#domain/study/delays.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { aStudyWith } from './study-records.ts'

const toronto = 'America/Toronto' as ZoneId
const vancouver = 'America/Vancouver' as ZoneId
const stJohns = 'America/St_Johns' as ZoneId
const chicago = 'America/Chicago' as ZoneId
const phoenix = 'America/Phoenix' as ZoneId

describe('daysBetween', () => {
  it.each([
    ['the same instant', '2026-11-24T17:00:00Z', '2026-11-24T17:00:00Z', toronto, 0],
    ['the same day', '2026-11-24T05:00:00Z', '2026-11-25T04:59:59Z', toronto, 0],
    ['one second past midnight', '2026-11-25T04:59:59Z', '2026-11-25T05:00:00Z', toronto, 1],
    ['one day in Toronto, but none in Vancouver', '2026-11-25T04:30:00Z', '2026-11-25T05:30:00Z', toronto, 1],
    ['the same two instants in Vancouver', '2026-11-25T04:30:00Z', '2026-11-25T05:30:00Z', vancouver, 0],
    ['a zone with an offset of half an hour', '2026-11-25T03:29:00Z', '2026-11-25T03:31:00Z', stJohns, 1],
    ['the night the clocks go forward, 23 hours', '2027-03-14T05:00:00Z', '2027-03-15T04:00:00Z', toronto, 1],
    ['the day the clocks go forward, in its last second', '2027-03-14T05:00:00Z', '2027-03-15T03:59:59Z', toronto, 0],
    ['the day the clocks go back, in its 25th hour', '2026-11-01T05:00:00Z', '2026-11-02T05:59:59Z', chicago, 0],
    ['the night the clocks go back', '2026-11-01T05:00:00Z', '2026-11-02T06:00:00Z', chicago, 1],
    ['24 hours within a day of 25 hours', '2026-11-01T05:00:00Z', '2026-11-02T05:00:00Z', chicago, 0],
    ['a zone without clock changes', '2027-03-14T07:00:00Z', '2027-03-15T07:00:00Z', phoenix, 1],
    ['a leap day', '2028-02-28T17:00:00Z', '2028-03-01T17:00:00Z', toronto, 2],
    ['a year', '2026-11-24T17:00:00Z', '2027-11-24T17:00:00Z', toronto, 365],
    ['backwards', '2026-11-24T17:00:00Z', '2026-11-22T17:00:00Z', toronto, -2],
  ])('is right for %s', (_, from, to, zone, days) => {
    expect(daysBetween(from as Instant, to as Instant, zone)).toBe(days)
  })
})

describe('the delay', () => {
  const scanned = { scanned: true, scannedTime: '2026-11-24T17:00:00Z' }
  const read = { read: true, readTime: '2026-11-26T17:00:00Z' }
  const published = { published: true, publishedTime: '2026-11-27T17:00:00Z' }
  const released = { releasedToPatient: true, releasedToPatientTime: '2026-11-30T17:00:00Z' }

  it.each([
    [{}, null],
    [scanned, null],
    [{ ...scanned, ...read }, 2],
    [{ ...scanned, read: true }, null],
    [{ ...scanned, read: false, readTime: '2026-11-26T17:00:00Z' }, null],
    [{ ...scanned, read: true, readTime: '2026-11-23T17:00:00Z' }, null],
  ])('of the reading with %j is %j', (flags, days) => {
    expect(readingDelay(aStudyWith(flags), vancouver)).toBe(days)
  })

  it.each([
    [read, null],
    [{ ...read, ...released }, 4],
    [{ ...read, ...published, ...released }, 3],
    [{ ...read, traditionalReleasedToPatient: true, traditionalReleasedToPatientTime: '2026-11-26T18:00:00Z' }, 0],
    [released, null],
  ])('of the release with %j is %j', (flags, days) => {
    expect(releaseDelay(aStudyWith(flags), vancouver)).toBe(days)
  })
})

describe('pipelineDays', () => {
  // The study was booked on 20 Nov 2026 at 11:00 in Vancouver.
  it.each([
    ['2026-11-10T08:00:00.000+0000', 10],
    ['2026-11-10T07:30:00.000+0000', 10],
    ['2026-11-10T06:30:00.000+0000', 11],
    ['2026-11-18', 2],
    ['2026-11-20', 0],
    ['2026-11-21', null],
    ['', null],
    ['last week', null],
  ])('from %j is %j', (createdDate, days) => {
    expect(pipelineDays(createdDate, aStudyWith(), vancouver)).toBe(days)
  })

  it('is null while nothing is booked', () => {
    expect(pipelineDays('2026-11-10', aStudyWith({ booked: false }), vancouver)).toBeNull()
  })
})

describe('describeDays', () => {
  it.each([
    [null, null],
    [0, 'Same day'],
    [1, '1 day'],
    [12, '12 days'],
  ])('describes %j as %j', (days, words) => expect(describeDays(days)).toBe(words))
})
