import { describe, expect, it } from 'vitest'
import { countOpenStops, describeKnownSafety, knownSafety, withLocalDraft } from '#domain/safety/known-safety.ts'
import { type SafetyDraftSummary, type SafetySummary, safetySummarySchema } from '#domain/safety/safety-record.ts'
import { knownInstant } from '../../fixtures/time/known.ts'

const unanswered: SafetySummary = {
  version: 0,
  state: 'unanswered',
  unanswered: 12,
  red: 0,
  blue: 0,
  green: 0,
  isProhibited: false,
  signOff: null,
  required: 12,
  draft: null,
}
const complete: SafetySummary = { ...unanswered, version: 1, state: 'complete', unanswered: 0, required: 14 }
const draft: SafetyDraftSummary = {
  answered: 27,
  required: 28,
  stops: 2,
  newStops: 2,
  notes: 1,
  isProhibited: false,
  by: 'Priya Front',
  at: knownInstant('2026-11-22T15:02:00Z'),
}

describe('the known safety of a study', () => {
  it.each<[string, SafetySummary, ReturnType<typeof knownSafety>, string]>([
    [
      'no answer',
      unanswered,
      { isProhibited: false, stops: 0, notes: 0, answered: 0, required: 12, source: 'none' },
      'Not answered',
    ],
    [
      'a draft alone',
      { ...unanswered, draft },
      { isProhibited: false, stops: 2, notes: 1, answered: 27, required: 28, source: 'draft' },
      '27 of 28 answered, 2 stops',
    ],
    [
      'an unsaved draft with every question answered',
      { ...unanswered, draft: { ...draft, answered: 28, stops: 0 } },
      { isProhibited: false, stops: 0, notes: 1, answered: 28, required: 28, source: 'draft' },
      'All answered, not saved',
    ],
    [
      'saved answers alone',
      { ...complete, red: 1, blue: 3 },
      { isProhibited: false, stops: 1, notes: 3, answered: 14, required: 14, source: 'saved' },
      'All answered, 1 stop',
    ],
    [
      'saved answers with questions open',
      { ...complete, state: 'incomplete', unanswered: 4 },
      { isProhibited: false, stops: 0, notes: 0, answered: 10, required: 14, source: 'saved' },
      '10 of 14 answered',
    ],
    [
      'a draft and saved answers: the higher counts of notices, and the progress of the draft',
      { ...complete, red: 3, draft: { ...draft, stops: 1, notes: 4 } },
      { isProhibited: false, stops: 3, notes: 4, answered: 27, required: 28, source: 'draft' },
      '27 of 28 answered, 3 stops',
    ],
    [
      'a forbidden notice in the draft only',
      { ...complete, draft: { ...draft, isProhibited: true } },
      { isProhibited: true, stops: 2, notes: 1, answered: 27, required: 28, source: 'draft' },
      '27 of 28 answered, 2 stops',
    ],
    [
      'a forbidden notice in the saved answers only',
      { ...complete, red: 1, isProhibited: true, draft: { ...draft, stops: 0 } },
      { isProhibited: true, stops: 1, notes: 1, answered: 27, required: 28, source: 'draft' },
      '27 of 28 answered, 1 stop',
    ],
    [
      'a summary stored before required questions were counted',
      { ...complete, state: 'incomplete', unanswered: 4, required: null },
      { isProhibited: false, stops: 0, notes: 0, answered: null, required: null, source: 'saved' },
      '4 not answered',
    ],
  ])('is right for %s', (_what, summary, known, words) => {
    expect(knownSafety(summary)).toEqual(known)
    expect(describeKnownSafety(summary)).toBe(words)
  })

  it('reads a summary that was stored without a draft and without the number of required questions', () => {
    const { draft: _draft, required: _required, ...stored } = complete
    expect(safetySummarySchema.parse(stored)).toEqual({ ...complete, required: null })
  })
})

describe('the stops that no sign-off covers', () => {
  const signOff = { by: 'Nadia Price', at: knownInstant('2026-11-22T15:00:00Z') }
  it.each<[string, SafetySummary, number]>([
    ['none known', complete, 0],
    ['saved stops without a sign-off', { ...complete, red: 2 }, 2],
    ['saved stops with a sign-off', { ...complete, red: 2, signOff }, 0],
    [
      'an additional stop in the draft',
      { ...complete, red: 2, signOff, draft: { ...draft, stops: 3, newStops: 1 } },
      1,
    ],
    ['stops in the draft only', { ...unanswered, draft }, 2],
    ['a draft without a count of new stops', { ...complete, red: 1, signOff, draft: { ...draft, newStops: null } }, 2],
  ])('are counted: %s', (_, summary, count) => {
    expect(countOpenStops(summary)).toBe(count)
  })
})

describe('withLocalDraft', () => {
  it.each<[string, SafetySummary, string, number]>([
    ['when answers are saved', complete, '27 of 28 answered, 2 stops', 2],
    ['when nothing is saved', unanswered, '27 of 28 answered, 2 stops', 2],
    [
      'and keeps the stops of a shared draft that has more stops',
      { ...complete, draft: { ...draft, answered: 20, stops: 3, newStops: 3 } },
      '27 of 28 answered, 3 stops',
      3,
    ],
  ])('counts the local draft %s', (_, summary, words, open) => {
    const known = withLocalDraft(summary, draft)
    expect(describeKnownSafety(known)).toBe(words)
    expect(countOpenStops(known)).toBe(open)
  })
})
