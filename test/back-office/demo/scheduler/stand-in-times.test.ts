import { describe, expect, it } from 'vitest'
import { isOffered, offerWeek } from '#back-office/demo/scheduler/stand-in-times.ts'
import { type Instant, toEpochMs } from '#domain/values/instant.ts'
import { toWallTime, type ZoneId } from '#domain/values/location-clock.ts'
import { dayOfWeek, type PlainDate } from '#domain/values/plain-date.ts'

const aTeam = (now: string, more: object = {}) => ({
  team: 'vancouver',
  timezone: 'America/Vancouver' as ZoneId,
  taken: new Set<number>() as ReadonlySet<number>,
  now: now as Instant,
  ...more,
})
/** Tuesday at 1:00pm in Vancouver, which is at UTC-7 all year. */
const tuesday = '2026-11-24T20:00:00Z'
const allTimes = (week: ReturnType<typeof offerWeek>) => week.days.flatMap(({ times }) => times)

describe("the stand-in's week of times", () => {
  it('has half hours from nine to five, Monday to Friday, in the time zone of the location and with gaps', () => {
    const week = offerWeek(aTeam(tuesday), '2026-12-02' as PlainDate)
    expect(week.monday).toBe('2026-11-30')
    expect(week.days.map(({ date }) => dayOfWeek(date))).toEqual([1, 2, 3, 4, 5])
    const faces = allTimes(week).map((instant) => toWallTime(instant, 'America/Vancouver' as ZoneId).time)
    expect(faces.every((face) => /^(09|1[0-6]):(00|30)$/.test(face))).toBe(true)
    expect(faces.length).toBeGreaterThan(30)
    expect(faces.length).toBeLessThan(80)
    expect(offerWeek(aTeam(tuesday), '2026-12-02' as PlainDate)).toEqual(week)
  })

  it('has nothing in the past or within the next hour', () => {
    const times = allTimes(offerWeek(aTeam(tuesday), null))
    expect(times.length).toBeGreaterThan(0)
    expect(times.every((time) => toEpochMs(time) >= toEpochMs('2026-11-24T21:00:00Z' as Instant))).toBe(true)
  })

  it('begins with the next week when the times of the current week are over', () => {
    const saturday = offerWeek(aTeam('2026-11-28T20:00:00Z'), null)
    expect(saturday.monday).toBe('2026-11-30')
    expect(saturday.before).toBe('2026-11-23')
  })

  it('leaves out taken times', () => {
    const [first] = allTimes(offerWeek(aTeam(tuesday), null))
    const taken = new Set([toEpochMs(first as Instant) / 1000])
    expect(allTimes(offerWeek(aTeam(tuesday, { taken }), null))).not.toContain(first)
    expect(isOffered(aTeam(tuesday), first as Instant)).toBe(true)
  })

  it('offers up to eight weeks ahead and no week in the past', () => {
    expect(offerWeek(aTeam(tuesday), '2020-01-01' as PlainDate)).toMatchObject({ monday: '2026-11-23', before: null })
    expect(offerWeek(aTeam(tuesday), '9999-12-31' as PlainDate)).toMatchObject({ monday: '2027-01-18', after: null })
  })

  it('keeps wall times across a clock change', () => {
    const timezone = 'America/Toronto' as ZoneId
    const team = aTeam('2026-10-20T12:00:00Z', { timezone, team: 'toronto' })
    const before = allTimes(offerWeek(team, '2026-10-28' as PlainDate))
    const after = allTimes(offerWeek(team, '2026-11-04' as PlainDate))
    expect(new Set(before.map((time) => toWallTime(time, timezone).abbreviation))).toEqual(new Set(['EDT']))
    expect(new Set(after.map((time) => toWallTime(time, timezone).abbreviation))).toEqual(new Set(['EST']))
    expect(after.every((time) => /^(09|1[0-6]):(00|30)$/.test(toWallTime(time, timezone).time))).toBe(true)
  })

  it.each([
    '2026-11-25T18:07:00Z',
    '2026-11-25T05:00:00Z',
    '2026-11-28T18:00:00Z',
    '2026-11-20T18:00:00Z',
    '2027-12-01T18:00:00Z',
  ])('does not offer %s', (time) => {
    expect(isOffered(aTeam(tuesday), time as Instant)).toBe(false)
  })
})
