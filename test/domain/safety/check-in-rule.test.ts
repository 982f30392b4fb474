import { describe, expect, it } from 'vitest'
import { type CheckInBlock, decideCheckIn } from '#domain/safety/check-in-rule.ts'
import { countOpenStops } from '#domain/safety/known-safety.ts'
import type { OtherBookingSafety, SafetyDraftSummary, SafetySummary } from '#domain/safety/safety-record.ts'
import { knownInstant } from '../../fixtures/time/known.ts'

const now = knownInstant('2026-11-21T15:00:00Z')
const summary: SafetySummary = {
  version: 1,
  state: 'complete',
  unanswered: 0,
  red: 0,
  blue: 2,
  green: 1,
  isProhibited: false,
  signOff: null,
  required: 13,
  draft: null,
}
const signOff = { by: 'Ines Okafor', at: now }
const draft: SafetyDraftSummary = {
  answered: 27,
  required: 28,
  stops: 2,
  newStops: 2,
  notes: 0,
  isProhibited: false,
  by: 'Priya Front',
  at: now,
}
const unanswered: Partial<SafetySummary> = { version: 0, state: 'unanswered', unanswered: 13 }

describe('decideCheckIn (decisions §6)', () => {
  it.each<[state: string, more: Partial<SafetySummary>, kind: CheckInBlock['kind'] | null]>([
    ['complete and no stop', {}, null],
    ['never answered', unanswered, null],
    ['questions open, no stop', { state: 'incomplete', unanswered: 1 }, null],
    ['a stop without a sign-off', { red: 1 }, 'sign-off'],
    ['stops with a sign-off', { red: 3, signOff }, null],
    ['a stop, and questions open', { red: 1, state: 'incomplete', unanswered: 1 }, 'complete'],
    ['a stop in a draft only', { ...unanswered, draft }, 'complete'],
    ['a stop that a draft adds to the signed ones', { red: 1, signOff, draft }, 'complete'],
    ['a draft with as many stops as are signed, but different ones', { red: 2, signOff, draft }, 'complete'],
    ['a draft with the same stops as signed', { red: 2, signOff, draft: { ...draft, newStops: 0 } }, null],
    [
      'a draft in a summary from before new stops were counted',
      { red: 2, signOff, draft: { ...draft, newStops: null } },
      'complete',
    ],
    ['a draft without a stop', { ...unanswered, draft: { ...draft, stops: 0, newStops: 0 } }, null],
    ['a forbidden notice, even when signed off', { red: 1, isProhibited: true, signOff }, 'forbidden'],
    ['a forbidden notice in a draft only', { draft: { ...draft, isProhibited: true } }, 'forbidden'],
  ])('decides in the state “%s”, with %s: %s', (_state, more, kind) => {
    const { block } = decideCheckIn({ ...summary, ...more })
    expect(block?.kind ?? null).toBe(kind)
    if (kind !== 'forbidden') expect(countOpenStops({ ...summary, ...more }) > 0).toBe(kind !== null)
  })

  it('names the open points, and who can sign off', () => {
    expect(decideCheckIn({ ...summary, red: 2 }).block?.text).toBe(
      '2 stops need a sign-off before the scan. A nurse practitioner, a radiologist or an administrator can sign off.',
    )
    expect(decideCheckIn({ ...summary, ...unanswered, draft }).block?.text).toBe(
      '27 of 28 answered, 2 stops. Complete the safety questions; the stops then need the sign-off before the check-in. A nurse practitioner, a radiologist or an administrator can sign off.',
    )
  })
})

describe('the warnings before a check-in', () => {
  it.each<[state: string, more: Partial<SafetySummary>, warnings: readonly { kind: string; text: string }[]]>([
    ['complete', {}, []],
    [
      'never answered',
      unanswered,
      [{ kind: 'unanswered', text: 'This member has not completed their mandatory safety questions' }],
    ],
    [
      'one question open',
      { state: 'incomplete', unanswered: 1 },
      [{ kind: 'incomplete', text: '1 required safety question is not answered' }],
    ],
    [
      'several questions open',
      { state: 'incomplete', unanswered: 4 },
      [{ kind: 'incomplete', text: '4 required safety questions are not answered' }],
    ],
    ['a stop is not a warning, because it blocks', { red: 1 }, []],
  ])('are right in the state “%s”', (_state, more, warnings) => {
    expect(decideCheckIn({ ...summary, ...more }).warnings).toEqual(warnings)
  })
})

describe('stops of another booking of the member', () => {
  const other: OtherBookingSafety = {
    studyID: null,
    locationID: null,
    place: null,
    utcStart: null,
    timezone: null,
    stops: 1,
    notes: 0,
    isProhibited: false,
  }
  it.each<[string, Partial<SafetySummary>, CheckInBlock['kind'] | null, number]>([
    ['a stop in the other booking needs a reason for this check-in', { others: [other] }, null, 1],
    [
      'a note in the other booking needs no reason for this check-in',
      { others: [{ ...other, stops: 0, notes: 1 }] },
      null,
      0,
    ],
    [
      'no further reason is needed if a reason covers every stop',
      { others: [other], othersReason: { by: 'x', at: now } },
      null,
      0,
    ],
    [
      'a forbidden notice in the other booking blocks this check-in',
      { others: [{ ...other, isProhibited: true }] },
      'elsewhere',
      1,
    ],
    ['a stop in this booking still needs the sign-off', { red: 1, others: [other] }, 'sign-off', 1],
  ])('affect the check-in: %s', (_, more, kind, reasons) => {
    const { block, reasonsFor } = decideCheckIn({ ...summary, ...more })
    expect(block?.kind ?? null).toBe(kind)
    expect(reasonsFor).toHaveLength(reasons)
  })
})
