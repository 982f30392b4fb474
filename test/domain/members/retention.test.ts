import { describe, expect, it } from 'vitest'
import {
  keepUntil,
  periodAt,
  type RetentionKind,
  retentionKinds,
  retentionPlacesOf,
  retentionRules,
  whyNotPeriod,
  whyNotTrusted,
} from '#domain/members/retention.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'

const date = (text: string) => text as PlainDate

describe('the standard periods', () => {
  it('remove no medical record', () => {
    for (const kind of retentionKinds) {
      const { isMedical, standard } = retentionRules[kind]
      expect(standard === null, kind).toBe(isMedical)
    }
  })
})

describe('periodAt', () => {
  const periods = [
    { kind: 'medical-record' as const, place: 'all', days: 7000 },
    { kind: 'medical-record' as const, place: 'Canada', days: 6000 },
    { kind: 'medical-record' as const, place: 'Canada/BC', days: null },
    { kind: 'message-address' as const, place: 'all', days: 70 },
    { kind: 'message-address' as const, place: 'Canada', days: 40 },
  ]

  it.each<[RetentionKind, string, string, number | null]>([
    ['medical-record', 'Canada', 'BC', null],
    ['medical-record', 'Canada', 'AB', 6000],
    ['medical-record', 'United States', 'WA', 7000],
    ['medical-record', '', '', 7000],
    ['message-address', 'Canada', 'BC', 40],
    ['message-address', 'United States', 'WA', 70],
    ['send-password', 'Canada', 'BC', 90],
    ['refused-result', 'Canada', 'BC', 90],
  ])('of %s in %j, %j is %j', (kind, country, state, days) => {
    expect(periodAt(kind, retentionPlacesOf({ country, state }), periods)).toBe(days)
  })

  it('is the standard period if none is set', () => {
    expect(periodAt('medical-record', ['all'], [])).toBeNull()
  })
})

describe('whyNotPeriod', () => {
  it.each<[RetentionKind, string, number | null, boolean]>([
    ['medical-record', 'Canada/BC', null, true],
    ['medical-record', 'Canada/BC', 5844, true],
    ['medical-record', 'all', 365, false],
    ['medical-record', 'all', 40_000, false],
    ['message-address', 'all', 30, true],
    ['message-address', 'all', 29, false],
    ['message-address', 'all', null, false],
    ['message-address', 'Canada', 60, true],
    ['send-password', 'Canada/BC', 3653, true],
    ['send-password', 'all', 3654, false],
    ['refused-result', 'Canada', 30, false],
    ['refused-result', 'all', 29, false],
    ['refused-result', 'all', 30, true],
  ])('decides whether %s in %j can be kept for %j days: %j', (kind, place, days, can) => {
    expect(whyNotPeriod(kind, place, days) === null).toBe(can)
  })
})

describe('keepUntil', () => {
  it.each<[string, readonly [string, number | null][], string | null]>([
    ['1980-02-03', [], null],
    ['1980-02-03', [['2020-01-01', 10]], '2020-01-11'],
    [
      '1980-02-03',
      [
        ['2020-01-01', 10],
        ['2019-01-01', 1000],
      ],
      '2021-09-27',
    ],
    [
      '1980-02-03',
      [
        ['2020-01-01', 10],
        ['2019-01-01', null],
      ],
      'always',
    ],
    // The period of a child begins on the nineteenth birthday.
    ['2010-05-06', [['2020-01-01', 10]], '2029-05-16'],
    ['2008-02-29', [['2020-01-01', 1]], '2027-03-01'],
  ])('of a person born %s with the records %j is %j', (dob, records, until) => {
    expect(
      keepUntil(
        records.map(([lastDay, days]) => ({ lastDay: date(lastDay), days })),
        date(dob),
      ),
    ).toBe(until)
  })
})

describe('whyNotTrusted', () => {
  const day = 86_400
  const now = 20_000 * day + 3600
  const worked = [now - 60, now - day, now - 2 * day]

  it.each<[string, number, number | null, readonly number[], string | null]>([
    ['with work on several days', now, now - 60, worked, null],
    ['with a little difference between two clocks', now, now + 1800, [...worked, now + 1800], null],
    ['that jumped back', now - 30 * day, now - 60, worked, 'clock-behind'],
    ['that jumped ahead', now + 365 * day, now - 60, worked, 'too-little-work'],
    [
      'that jumped ahead, after its first day of work',
      now + 365 * day,
      now + 365 * day,
      [now + 365 * day - 60],
      'too-little-work',
    ],
    ['of a new database', now, null, [], 'too-little-work'],
    ['after a long closure', now + 20 * day, now - 60, worked, 'too-little-work'],
  ])('decides about a clock %s', (_what, at, newest, changes, why) => {
    expect(whyNotTrusted(at, newest, changes)).toBe(why)
  })
})
