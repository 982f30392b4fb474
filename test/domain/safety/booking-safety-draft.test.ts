import { describe, expect, it } from 'vitest'
import type { MemberID } from '#domain/members/member.ts'
import {
  type BookingSafetyDraft,
  countAnswers,
  describeWhoAnswered,
  findOtherAnswers,
  isAnsweredIn,
  readAnswersBeforeBooking,
} from '#domain/safety/booking-safety-draft.ts'
import type { Answers } from '#domain/safety/question.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import type { LocationID } from '#domain/values/location-id.ts'

const zone = 'America/New_York' as ZoneId
const at = (time: string): Instant => `2026-11-23T${time}:00Z` as Instant
const now = at('17:00')
const aDraft = (draftID: string, SafetyQuestions: Answers, time = '15:02'): BookingSafetyDraft => ({
  draftID,
  patientID: 'm-000001' as MemberID,
  locationID: 'us-ny-1' as LocationID,
  SafetyQuestions,
  version: 1,
  by: 'Priya Front',
  isByMember: false,
  at: at(time),
})

describe('answers given before a booking', () => {
  const counts = { answered: 12, required: 28, stops: 2, isProhibited: false }

  it.each([
    ['on the same day', aDraft('a', {}), 'Priya Front answered 12 of 28 at 10:02am EST'],
    ['by the member', { ...aDraft('a', {}), isByMember: true }, 'Answered by the member: 12 of 28 at 10:02am EST'],
    [
      'on the previous day at the location',
      { ...aDraft('a', {}), at: at('04:30') },
      'Priya Front answered 12 of 28 on 22 Nov 2026 11:30pm EST',
    ],
  ])('are described by who answered, how many and when: %s', (_case, draft, words) => {
    expect(describeWhoAnswered(draft, counts, now, zone)).toBe(words)
  })

  it('are counted with their stops, even before a time is chosen', () => {
    const safetyCase = { gender: 'female' as const, appointment: null, now, supportPhone: null }
    const surgery = { 'Surgery.Recent': 'yes', 'Surgery.Description': 'knee', 'Surgery.Date': '2026-11-20' }
    expect(countAnswers(surgery, safetyCase)).toMatchObject({ answered: 2, stops: 1, isProhibited: false })
    const pacemaker = { 'MedicalMetal.Heart.Surgery': 'yes', 'MedicalMetal.Heart.Type': ['Pacemaker'] }
    expect(countAnswers(pacemaker, safetyCase)).toMatchObject({ stops: 1, isProhibited: true })
  })
})

describe('answers of other workstations', () => {
  const few = { 'Allergies.Status': 'no' }
  const more = { ...few, 'Medications.Current': 'no' }

  it.each<[string, Answers, Answers, boolean]>([
    ['nothing', {}, {}, true],
    ['fewer', few, more, true],
    ['more', more, few, false],
    ['others', { 'Allergies.Status': 'yes' }, more, false],
    ['the same choices in another order', { x: ['a', 'b'] }, { x: ['b', 'a'] }, true],
  ])('are all contained in the answers of this workstation, or not: %s', (_case, answers, other, isIn) => {
    expect(isAnsweredIn(answers, other)).toBe(isIn)
  })

  it.each<[string, readonly BookingSafetyDraft[], Answers, readonly string[]]>([
    ['none', [], {}, []],
    ['one that this workstation does not have', [aDraft('a', few)], {}, ['a']],
    ['one that this workstation has', [aDraft('a', few)], more, []],
    ['one that this workstation answered differently', [aDraft('a', few)], { 'Allergies.Status': 'yes' }, ['a']],
    ['the latest first', [aDraft('a', few, '15:00'), aDraft('b', { x: 'y' }, '16:00')], {}, ['b', 'a']],
    ['one that is contained in a later one', [aDraft('a', few, '15:00'), aDraft('b', more, '16:00')], {}, ['b']],
    ['an earlier one with more answers', [aDraft('a', more, '15:00'), aDraft('b', few, '16:00')], {}, ['b', 'a']],
    ['one without answers', [aDraft('a', {})], {}, []],
  ])('are shown or left out: %s', (_case, drafts, mine, shown) => {
    expect(findOtherAnswers(drafts, mine).map(({ draftID }) => draftID)).toEqual(shown)
  })
})

describe('the answers of a booking page', () => {
  const form = { memberID: 'm-000001', locationID: 'us-ny-1' }
  const aside = [{ memberID: 'm-000002', name: 'Ben', answers: { b: '2' } }]
  const one = { memberID: 'm-000001', locationID: 'us-ny-1', answers: { a: '1' } }
  const two = { memberID: 'm-000002', locationID: 'us-ny-1', answers: { b: '2' } }

  it.each<[string, unknown, readonly unknown[]]>([
    ['of the chosen member', { form, safetyAnswers: { a: '1' }, setAside: [] }, [one]],
    [
      'of the chosen member and of a member chosen before',
      { form, safetyAnswers: { a: '1' }, setAside: aside },
      [one, two],
    ],
    [
      'only of a member chosen before',
      { form: { ...form, memberID: null }, safetyAnswers: {}, setAside: aside },
      [two],
    ],
    ['with no member chosen', { form: { ...form, memberID: null }, safetyAnswers: { a: '1' }, setAside: [] }, []],
    ['without answers', { form, safetyAnswers: {}, setAside: [] }, []],
    ['without a location', { form: { ...form, locationID: null }, safetyAnswers: { a: '1' } }, []],
    ['of a draft in another format', { chosen: null, hold: null }, []],
    ['without a draft', null, []],
  ])('are read from its draft: %s', (_case, content, read) => {
    expect(readAnswersBeforeBooking(content)).toEqual(read)
  })
})
