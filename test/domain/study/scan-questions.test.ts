import { describe, expect, it } from 'vitest'
import { findScanQuestions, findUnconfirmed, needsScanReason, scanQuestionKinds } from '#domain/study/scan-questions.ts'
import { addMinutes, type Instant } from '#domain/values/instant.ts'
import { aStudy } from '#test/builders/records.ts'
import { aStudyWith, safe } from './study-records.ts'

const { booking } = aStudy()
if (booking === null) throw new Error('the builder books a time')
const start = booking.utcStart
const signOff = { by: 'Nadia Price', at: '2026-11-24T16:00:00Z' }

/** The safety entry of another booking of the member. */
const elsewhere = {
  studyID: 's-other',
  locationID: 'ca-bc-1',
  place: 'Vancouver',
  utcStart: start,
  timezone: 'America/Vancouver',
  stops: 1,
  notes: 0,
  isProhibited: false,
}

type Given = {
  readonly flags?: Readonly<Record<string, unknown>>
  readonly safety?: object
  readonly change?: Readonly<Record<string, unknown>>
  readonly details?: object
  /** Minutes from the scan mark to the appointment's start; 0 when absent. */
  readonly early?: number
}
const questions = ({ flags, safety, change, details, early = 0 }: Given = {}) =>
  findScanQuestions(
    aStudyWith(
      { checkin: true, consent: true, ...flags },
      { ...details },
      {
        balance: 0,
        temporaryHold: false,
        safety: { ...safe, ...safety },
        ...change,
      },
    ),
    addMinutes(start, -early) as Instant,
    'USD',
  )
const kinds = (given?: Given) => questions(given).map(({ kind }) => kind)

describe('findScanQuestions', () => {
  const cases: readonly [string, Given, readonly string[]][] = [
    ['nothing open', {}, []],
    [
      'a consent that the member signed in the form',
      { flags: { consent: false }, details: { memberConsentSigned: true } },
      [],
    ],
    ['a member who is not checked in', { flags: { checkin: false } }, ['not-checked-in']],
    ['money owed', { change: { balance: 0.01 } }, ['unpaid']],
    ['more paid than owed', { change: { balance: -5 } }, []],
    [
      'a temporary hold, which is named instead of its balance',
      { change: { temporaryHold: true, balance: 9 } },
      ['temporary-hold'],
    ],
    ['no consent', { flags: { consent: false } }, ['no-consent']],
    ['exactly at the start', { early: 0 }, []],
    ['one minute before the start', { early: 1 }, ['early']],
    ['a stop in another booking', { safety: { others: [elsewhere] } }, ['other-booking-stops']],
    ['a note in another booking', { safety: { others: [{ ...elsewhere, stops: 0, notes: 1 }] } }, []],
    [
      'a stop in another booking that a reason covers',
      { safety: { others: [elsewhere], othersReason: { by: 'Robin Frost', at: start } } },
      [],
    ],
    ['a scan after the appointment', { early: -600 }, []],
    ['no appointment', { change: { booking: null }, early: 600 }, []],
    ['safety questions without any answer', { safety: { state: 'unanswered' } }, ['safety-unanswered']],
    ['open safety questions', { safety: { state: 'incomplete', unanswered: 3 } }, ['safety-unanswered']],
    ['a stop without a sign-off', { safety: { red: 1 } }, ['safety-stops']],
    ['a stop that is signed off', { safety: { red: 1, signOff } }, []],
    ['a member who cannot be scanned', { safety: { isProhibited: true } }, ['prohibited']],
  ]
  it.each(cases)('asks the right questions for %s', (_, given, expected) => expect(kinds(given)).toEqual(expected))

  it('counts only the stops that are not signed off', () => {
    const draft = {
      answered: 3,
      required: 4,
      stops: 3,
      newStops: 1,
      notes: 0,
      isProhibited: false,
      by: 'Priya',
      at: start,
    }
    const [found] = questions({ safety: { red: 2, signOff, draft } })
    expect(found).toMatchObject({ kind: 'safety-stops', text: '1 stop is not signed off' })
  })

  it('lists all points in one order, safety first, each kind once', () => {
    const all = kinds({
      flags: { checkin: false, consent: false },
      safety: { isProhibited: true, state: 'incomplete', unanswered: 1, red: 2, others: [elsewhere] },
      change: { balance: 10 },
      early: 300,
    })
    expect(all).toEqual(scanQuestionKinds.filter((kind) => kind !== 'temporary-hold'))
  })

  it('includes amount and time in the text, but no amounts or answers in the log', () => {
    const found = questions({ change: { balance: 2495 }, early: 422 })
    expect(found.map(({ text }) => text)).toEqual([
      expect.stringMatching(
        /^The appointment starts at \d\d \w{3} \d{4} \d\d:\d\d[ap]m \w+, 7 hours 2 minutes from now$/,
      ),
      'US$2,495.00 is still owed',
    ])
    expect(found.map(({ log }) => log)).toEqual(['7 hours 2 minutes before the appointment', 'not paid'])
  })

  it.each([
    [1, '1 minute'],
    [61, '61 minutes'],
    [120, '2 hours'],
    [121, '2 hours 1 minute'],
    [3 * 24 * 60 + 60, '3 days 1 hour'],
  ])('describes %i minutes as %s', (early, words) => {
    expect(questions({ early })[0]?.log).toBe(`${words} before the appointment`)
  })
})

describe('needsScanReason', () => {
  it.each<[Given, boolean]>([
    [{ safety: { red: 1 } }, true],
    [{ safety: { red: 1, signOff } }, false],
    [{ safety: { isProhibited: true, red: 1 } }, true],
    [{ safety: { others: [elsewhere] } }, true],
    [{ flags: { consent: false, checkin: false }, change: { balance: 10 }, early: 300 }, false],
  ])('requires a reason only for open stops (case %#)', (given, needed) => {
    expect(needsScanReason(questions(given))).toBe(needed)
  })
})

describe('findUnconfirmed', () => {
  it('returns the points that were not confirmed, and ignores confirmed ones that are not open', () => {
    const open = questions({ flags: { consent: false }, change: { balance: 10 } })
    expect(findUnconfirmed(open, ['unpaid', 'early']).map(({ kind }) => kind)).toEqual(['no-consent'])
    expect(findUnconfirmed(open, ['no-consent', 'unpaid'])).toEqual([])
  })
})
