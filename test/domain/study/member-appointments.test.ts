import { describe, expect, it } from 'vitest'
import {
  appointmentState,
  awaitsCheckInToday,
  findMemberAlerts,
  findOtherBookings,
  firstForMemberCard,
  sortForMemberCard,
} from '#domain/study/member-appointments.ts'
import type { Study } from '#domain/study/study.ts'
import { addMinutes, type Instant } from '#domain/values/instant.ts'
import { aStudy } from '#test/builders/records.ts'
import { aStudyWith, safe } from './study-records.ts'

const now = '2026-11-23T16:00:00Z' as Instant
const signOff = { by: 'Nadia Price', at: now }

/** A study that starts `minutes` from now and takes an hour. */
const at = (studyID: string, minutes: number, flags: object = {}, change: object = {}): Study => {
  const { booking } = aStudy()
  if (booking === null) throw new Error('the builder books a time')
  const utcStart = addMinutes(now, minutes)
  return aStudyWith(
    { ...flags },
    {},
    {
      studyID,
      temporaryHold: false,
      safety: safe,
      booking: { ...booking, utcStart, utcEnd: addMinutes(utcStart, 60) },
      ...change,
    },
  )
}

describe('appointmentState and findOtherBookings', () => {
  const cases: readonly [string, Study, string, boolean][] = [
    ['next week', at('s-1', 10_000), 'booked', true],
    ['later the same day', at('s-1', 120), 'booked', true],
    ['an appointment in progress', at('s-1', -30), 'booked', true],
    ['an appointment in progress, checked in', at('s-1', -30, { checkin: true }), 'checked-in', true],
    ['one that ends now', at('s-1', -60), 'not-scanned', false],
    ['yesterday', at('s-1', -1440), 'not-scanned', false],
    ['yesterday, checked in and never marked as scanned', at('s-1', -1440, { checkin: true }), 'checked-in', false],
    ['a temporary hold', at('s-1', 600, {}, { temporaryHold: true }), 'held', true],
    ['another scan type', at('s-1', 600, {}, { skuID: 302 }), 'booked', true],
    ['another location', at('s-1', 600, {}, { locationID: 'ca-on-1' }), 'booked', true],
    ['a cancelled one', at('s-1', 600, { cancelled: true }), 'cancelled', false],
    ['an appointment that was scanned early', at('s-1', 600, { checkin: true, scanned: true }), 'scanned', false],
    ['one without a time', at('s-1', 0, {}, { booking: null }), 'no-time', false],
  ]
  it.each(cases)('are right: %s', (_, study, state, counts) => {
    expect(appointmentState(study, now)).toBe(state)
    expect(findOtherBookings([study], now)).toHaveLength(counts ? 1 : 0)
  })

  it('lists the soonest first, without the study itself', () => {
    const studies = [at('s-3', 9000), at('s-2', 600), at('s-1', -9000), at('s-4', 60, { cancelled: true })]
    expect(findOtherBookings(studies, now).map(({ studyID }) => studyID)).toEqual(['s-2', 's-3'])
    expect(findOtherBookings(studies, now, 's-2' as Study['studyID']).map(({ studyID }) => studyID)).toEqual(['s-3'])
  })
})

describe('awaitsCheckInToday', () => {
  // `now` is 11:00 in Toronto. The builder books in Vancouver, whose time in winter depends on the age of the zone data.
  const inToronto = (minutes: number): Study => {
    const study = at('s-1', minutes)
    return { ...study, booking: study.booking && { ...study.booking, timezone: 'America/Toronto' as never } }
  }
  it.each([
    ['one later today', at('s-1', 60), true],
    ['one in progress', at('s-1', -30), true],
    ['a temporary hold', at('s-1', 60, {}, { temporaryHold: true }), true],
    ['one in the evening', at('s-1', 600), true],
    ['one tomorrow', at('s-1', 24 * 60), false],
    ['one at 23:59', inToronto(779), true],
    ['one at midnight', inToronto(780), false],
    ['one that ended today', at('s-1', -60), false],
    ['one with a check-in', at('s-1', 60, { checkin: true }), false],
    ['a cancelled one', at('s-1', 60, { cancelled: true }), false],
    ['one without a time', at('s-1', 60, {}, { booking: null }), false],
  ])('is right for %s', (_, study, expected) => {
    expect(awaitsCheckInToday(study, now)).toBe(expected)
  })
})

describe('sortForMemberCard', () => {
  it('sorts appointments ahead first, the soonest on top, then past and cancelled ones, the latest on top', () => {
    const studies = [
      at('p-2', -2000),
      at('f-2', 2000),
      at('p-1', -100),
      at('c-1', 50, { cancelled: true }),
      at('f-1', 100),
    ]
    expect(sortForMemberCard(studies, now).map(({ studyID }) => studyID)).toEqual(['f-1', 'f-2', 'c-1', 'p-1', 'p-2'])
  })
})

describe('firstForMemberCard', () => {
  const ahead = [at('s-1', 600), at('s-2', 1600), at('s-3', 2600), at('s-4', 3600)]
  const scanned = at('s-5', -9000, { scanned: true })
  const cancelled = at('s-6', -600, { cancelled: true })
  it.each<[string, Study[], string[]]>([
    ['shows the next three', ahead, ['s-1', 's-2', 's-3']],
    ['keeps the last past appointment in view', [...ahead, scanned], ['s-1', 's-2', 's-5']],
    ['prefers a last past appointment that was not cancelled', [...ahead, cancelled, scanned], ['s-1', 's-2', 's-5']],
    ['shows no cancelled appointment in place of an upcoming one', [...ahead, cancelled], ['s-1', 's-2', 's-3']],
    ['shows past appointments if there is room', [at('s-1', 600), cancelled, scanned], ['s-1', 's-6', 's-5']],
    ['shows nothing if there are no appointments', [], []],
  ])('%s', (_, studies, shown) => {
    expect(firstForMemberCard(studies, now, 3).map(({ studyID }) => studyID)).toEqual(shown)
  })
})

describe('findMemberAlerts', () => {
  it.each([
    ['nothing to report', at('s-1', 600), []],
    [
      'a member who cannot be scanned',
      at('s-1', 600, {}, { safety: { ...safe, red: 1, isProhibited: true } }),
      ['forbidden'],
    ],
    ['stops without a sign-off', at('s-1', 600, {}, { safety: { ...safe, red: 2 } }), ['stops']],
    ['stops that are signed off', at('s-1', 600, {}, { safety: { ...safe, red: 2, signOff } }), []],
    ['stops of a past scan', at('s-1', -600, { scanned: true }, { safety: { ...safe, red: 2 }, balance: 0 }), []],
    ['money owed for a past scan', at('s-1', -600, { scanned: true }, { balance: 10 }), ['owed']],
    ['money owed for a future appointment', at('s-1', 600, {}, { balance: 10 }), []],
    [
      'money owed for a cancelled appointment, which is not collected',
      at('s-1', -600, { cancelled: true }, { balance: 10 }),
      [],
    ],
  ] as const)('returns the right alerts for %s', (_, study, expected) => {
    expect(findMemberAlerts([study], now).map(({ kind }) => kind)).toEqual(expected)
  })
})
