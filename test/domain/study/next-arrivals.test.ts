import { describe, expect, it } from 'vitest'
import { findNextArrivals, lateMinutes } from '#domain/study/next-arrivals.ts'
import { addMinutes, type Instant } from '#domain/values/instant.ts'
import { aStudy } from '#test/builders/records.ts'

const now = '2026-11-23T17:10:00Z' as Instant
/** An appointment of an hour that starts `minutes` from now. */
const at = (key: string, minutes: number, flags: object = {}) => ({
  key,
  utcStart: addMinutes(now, minutes),
  utcEnd: addMinutes(now, minutes + 60),
  study: { status: { ...aStudy().status, checkin: false, scanned: false, cancelled: false, ...flags } },
})

describe('findNextArrivals', () => {
  it.each([
    ['no appointment', [], []],
    ['all of the next start, on each machine', [at('a', 50), at('b', 50), at('c', 150)], ['a', 'b']],
    ['a late member as well as the next start', [at('late', -10), at('b', 50), at('c', 150)], ['late', 'b']],
    ['no appointment that has ended', [at('over', -60), at('b', 50)], ['b']],
    ['a start at this minute', [at('a', 0), at('b', 50)], ['a']],
    [
      'no member who is checked in, scanned or cancelled',
      [
        at('in', -5, { checkin: true }),
        at('done', 5, { scanned: true }),
        at('off', 5, { cancelled: true }),
        at('d', 90),
      ],
      ['d'],
    ],
    ['only late members at the end of the day', [at('late', -30)], ['late']],
  ])('returns %s', (_, appointments, expected) => {
    expect([...findNextArrivals(appointments, now)]).toEqual(expected)
  })
})

describe('lateMinutes', () => {
  const startedAt = (time: string) => ({ ...at('a', -1), utcStart: `2026-11-23T${time}Z` as Instant })
  it.each([
    ['before the start', at('a', 1), null],
    ['at the start', at('a', 0), null],
    ['in the first minute', startedAt('17:09:01'), null],
    ['after one minute', at('a', -1), 1],
    ['after 12 minutes and a half', startedAt('16:57:30'), 12],
    ['in the last minute of the appointment', at('a', -59), 59],
    ['at the end of the appointment', at('a', -60), null],
    ['after the end', at('a', -200), null],
    ['if the member is checked in', at('a', -12, { checkin: true }), null],
    ['if the member is scanned', at('a', -12, { scanned: true }), null],
    ['if the appointment is cancelled', at('a', -12, { cancelled: true }), null],
  ])('is right %s', (_, appointment, expected) => {
    expect(lateMinutes(appointment, now)).toBe(expected)
  })
})
