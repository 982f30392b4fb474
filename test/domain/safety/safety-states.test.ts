import { describe, expect, it } from 'vitest'
import type { SafetyDraftSummary, SafetySummary } from '#domain/safety/safety-record.ts'
import { safetyRoles, safetyStates, toSafetyMarks } from '#domain/safety/safety-states.ts'
import { knownInstant } from '../../fixtures/time/known.ts'

const at = knownInstant('2026-11-22T15:02:00Z')
const complete: SafetySummary = {
  version: 1,
  state: 'complete',
  unanswered: 0,
  red: 0,
  blue: 0,
  green: 0,
  isProhibited: false,
  signOff: null,
  required: 14,
  draft: null,
}
const signOff = { by: 'Nadia Price', at }
const draft: SafetyDraftSummary = {
  answered: 27,
  required: 28,
  stops: 0,
  newStops: 0,
  notes: 0,
  isProhibited: false,
  by: 'Priya Front',
  at,
}
const elsewhere = {
  studyID: null,
  locationID: null,
  place: null,
  utcStart: null,
  timezone: null,
  stops: 1,
  notes: 0,
  isProhibited: false,
}

describe('toSafetyMarks', () => {
  it.each<[string, Partial<SafetySummary>, readonly string[]]>([
    ['all answered', {}, ['answered: Safety questions answered']],
    ['not answered', { version: 0, state: 'unanswered', unanswered: 12 }, ['not-answered: Safety: not answered']],
    ['some missing', { state: 'incomplete', unanswered: 3 }, ['part-answered: 3 unanswered']],
    ['unsaved answers', { state: 'unanswered', draft }, ['draft: 27 of 28 answered']],
    ['stops and notes', { red: 2, blue: 1 }, ['stops: 2 stops', 'notes: 1 safety note']],
    ['signed stops', { red: 1, signOff }, ['signed-stops: 1 stop', 'signed-off: Signed off']],
    ['a forbidden scan', { red: 1, isProhibited: true }, ['forbidden: Cannot be scanned']],
    ['an open stop elsewhere', { others: [elsewhere] }, ['stops-elsewhere: 1 stop in another booking']],
    [
      'a stop elsewhere with a reason',
      { others: [elsewhere], othersReason: { by: 'Ben Ortiz', at } },
      ['settled-elsewhere: 1 stop in another booking'],
    ],
    [
      'notes elsewhere',
      { others: [{ ...elsewhere, stops: 0, notes: 2 }] },
      ['settled-elsewhere: 2 safety notes in another booking'],
    ],
  ])('returns the right marks for the state “%s”', (_, overrides, expected) => {
    expect(toSafetyMarks({ ...complete, ...overrides }).map(({ state, word }) => `${state}: ${word}`)).toEqual(expected)
  })

  it('returns a stop only for what must be settled before the scan', () => {
    expect(safetyStates.filter((state) => safetyRoles[state] === 'stop')).toEqual([
      'forbidden',
      'stops',
      'stops-elsewhere',
    ])
  })
})
