import { describe, expect, it } from 'vitest'
import type { Instant } from '#domain/values/instant.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { type Allowance, daysLate, isLate, lastDayOf } from '#domain/worklists/allowance.ts'

const zone = 'America/Los_Angeles' as ZoneId
const twoWorkingDays: Allowance = { unit: 'working-days', count: 2 }
const dayBefore: Allowance = { unit: 'days', count: -1 }
const at = (text: string): Instant => text as Instant

describe('lastDayOf', () => {
  it.each<[string, string, Allowance, string]>([
    ['a Monday', '2026-11-23T18:00:00Z', twoWorkingDays, '2026-11-25'],
    ['a Thursday', '2026-11-26T18:00:00Z', twoWorkingDays, '2026-11-30'],
    ['a Friday', '2026-11-27T18:00:00Z', twoWorkingDays, '2026-12-01'],
    ['a Saturday', '2026-11-28T18:00:00Z', twoWorkingDays, '2026-12-01'],
    ['a Sunday', '2026-11-29T18:00:00Z', twoWorkingDays, '2026-12-01'],
    ['late on a Monday, which is Tuesday in UTC', '2026-11-24T07:30:00Z', twoWorkingDays, '2026-11-25'],
    ['an appointment', '2026-11-25T18:00:00Z', dayBefore, '2026-11-24'],
    ['an instant', '2026-11-25T18:00:00Z', { unit: 'instant' }, '2026-11-25'],
  ])('counts from %s (%s)', (_what, anchor, allowance, day) => {
    expect(lastDayOf(at(anchor), allowance, zone)).toBe(day)
  })
})

describe('isLate', () => {
  it.each<[string, string, Allowance, boolean, number]>([
    ['the last minute of the last day', '2026-11-26T07:59:00Z', twoWorkingDays, false, 0],
    ['the first minute after the last day', '2026-11-26T08:00:00Z', twoWorkingDays, true, 1],
    ['two days later', '2026-11-28T08:00:00Z', twoWorkingDays, true, 3],
    ['the same day', '2026-11-23T20:00:00Z', twoWorkingDays, false, -2],
    ['one second after an instant', '2026-11-23T18:00:01Z', { unit: 'instant' }, true, 0],
    ['that instant', '2026-11-23T18:00:00Z', { unit: 'instant' }, false, 0],
  ])('is decided at %s (%s)', (_what, now, allowance, late, days) => {
    const anchor = at('2026-11-23T18:00:00Z')
    expect(isLate(at(now), anchor, allowance, zone)).toBe(late)
    expect(daysLate(at(now), anchor, allowance, zone)).toBe(days)
  })

  it('agrees with daysLate for anchors five hours apart, over two months with a clock change', () => {
    const allowances: readonly Allowance[] = [
      twoWorkingDays,
      { unit: 'working-days', count: 1 },
      dayBefore,
      { unit: 'days', count: -2 },
    ]
    const start = Date.parse('2026-10-01T00:30:00Z')
    const now = toInstant(start + 31 * 86_400_000)
    const wrong = allowances.flatMap((allowance) =>
      Array.from({ length: 300 }, (_, index) => toInstant(start + index * 5 * 3_600_000)).filter(
        (anchor) => isLate(now, anchor, allowance, zone) !== daysLate(now, anchor, allowance, zone) > 0,
      ),
    )
    expect(wrong).toEqual([])
  })
})
