import { describe, expect, it } from 'vitest'
import { boardDayOf, nearDayWord } from '#domain/study/board-day.ts'
import { type BoardFilter, boardFilters, showsOnBoard } from '#domain/study/board-filter.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { aStudyWith, safe } from './study-records.ts'

const other = {
  studyID: 's-9',
  locationID: 'ca-bc-1',
  place: 'Vancouver',
  utcStart: null,
  timezone: null,
  stops: 1,
  notes: 0,
  isProhibited: false,
}
const study = (flags: object = {}, details: object = {}, rest: object = {}) =>
  aStudyWith({ consent: true, ...flags }, details, { safety: safe, balance: 0, ...rest })
const reason = { by: 'Robin Frost', at: '2026-11-23T18:00:00Z' }
/** A study of a member who has another booking with a stop. */
const withOther = (stop: object, rest: object = {}) =>
  study({ checkin: true }, {}, { safety: { ...safe, others: [{ ...other, ...stop }], ...rest } })
const shownBy = (one: ReturnType<typeof study>): readonly BoardFilter[] =>
  boardFilters.filter((filter) => showsOnBoard(one, filter))

describe('showsOnBoard', () => {
  const cases: readonly [string, ReturnType<typeof study>, readonly BoardFilter[]][] = [
    ['nothing open', study({ checkin: true }), []],
    ['not here yet', study(), ['to-come']],
    ['scanned without a check-in', study({ scanned: true }), []],
    ['a balance of one cent', study({ checkin: true }, {}, { balance: 0.01 }), ['owes']],
    ['overpaid', study({ checkin: true }, {}, { balance: -10 }), []],
    ['no consent', study({ checkin: true, consent: false }), ['no-consent']],
    ['consent signed electronically', study({ checkin: true, consent: false }, { memberConsentSigned: true }), []],
    ['unanswered questions', study({ checkin: true }, {}, { safety: { ...safe, state: 'unanswered' } }), ['safety']],
    ['a stop without sign-off', study({ checkin: true }, {}, { safety: { ...safe, red: 1 } }), ['safety']],
    ['a forbidden scan', study({ checkin: true }, {}, { safety: { ...safe, red: 1, isProhibited: true } }), ['safety']],
    ['a stop after the scan', study({ scanned: true }, {}, { safety: { ...safe, red: 1 } }), []],
    ['a stop in another booking', withOther({}), ['safety']],
    ['notes alone in another booking', withOther({ stops: 0, notes: 2 }), []],
    ['a stop in another booking, with a reason', withOther({}, { othersReason: reason }), []],
    ['a forbidden scan in another booking', withOther({ isProhibited: true }, { othersReason: reason }), ['safety']],
    ['a note', study({ checkin: true }, { frontDeskNote: 'Walker' }), ['noted']],
  ]
  it.each(cases)('puts a study under the right filters: %s', (_, one, expected) => {
    expect(shownBy(one)).toEqual(expected)
  })
})

describe('the day of the board', () => {
  const on = (text: string) => text as PlainDate
  it('is in the past, today or in the future', () => {
    const days = ['2026-11-23', '2026-11-24', '2026-11-25'].map((day) => boardDayOf(on(day), on('2026-11-24')))
    expect(days).toEqual(['past', 'today', 'future'])
  })
  it('has a word for the days around today, across a year', () => {
    const words = ['2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02', '2027-01-03'].map((day) =>
      nearDayWord(on(day), on('2027-01-01')),
    )
    expect(words).toEqual([null, 'yesterday', 'today', 'tomorrow', null])
  })
})
