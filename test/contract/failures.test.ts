import { describe, expect, it } from 'vitest'
import {
  type FailureMeaning,
  failureMeanings,
  type Hop,
  isNotSent,
  isOutcomeUnknown,
  mayBeDone,
  meaningOf,
} from '#contract/failures.ts'
import { type FailureCode, fail, failureCodes } from '#contract/reply.ts'

const hops: readonly Hop[] = ['rest', 'bridge']

/** Every code that is not a refusal, by hop; every other code means that the request was refused. */
const expected: Readonly<Record<Hop, Readonly<Partial<Record<FailureCode, FailureMeaning>>>>> = {
  rest: {
    'other-server': 'not-sent',
    'program-too-old': 'not-sent',
    'signed-out': 'not-sent',
    locked: 'not-sent',
    'too-many-requests': 'not-sent',
    offline: 'not-sent',
    'not-sent': 'not-sent',
    'answer-withheld': 'unknown',
    'outcome-unknown': 'unknown',
    disconnected: 'unknown',
    'timed-out': 'unknown',
    unexpected: 'unknown',
  },
  bridge: {
    'other-server': 'not-sent',
    'program-too-old': 'not-sent',
    'signed-out': 'not-sent',
    locked: 'not-sent',
    'too-many-requests': 'not-sent',
    offline: 'not-sent',
    'not-sent': 'not-sent',
    'answer-withheld': 'unknown',
    'outcome-unknown': 'unknown',
    disconnected: 'unknown',
    'timed-out': 'unknown',
    unexpected: 'unknown',
  },
}

describe('the meaning of a failure code', () => {
  it('is defined for every code of the list and for no other code', () => {
    expect(Object.keys(failureMeanings).sort()).toEqual([...failureCodes].sort())
  })

  it.each(hops.flatMap((hop) => failureCodes.map((code) => [hop, code] as const)))('is right (%s, %s)', (hop, code) => {
    const meaning = expected[hop][code] ?? 'refused'
    const { failure } = fail(code, 'Words.')
    expect(meaningOf(hop, code)).toBe(meaning)
    expect(meaningOf(hop, failure)).toBe(meaning)
    expect(isOutcomeUnknown(hop, failure)).toBe(meaning === 'unknown')
    expect(isNotSent(hop, failure)).toBe(meaning === 'not-sent')
    expect(mayBeDone(hop, false, failure)).toBe(meaning === 'unknown')
    // If an earlier attempt may have performed the request, only a refusal of this attempt proves that neither did.
    expect(mayBeDone(hop, true, failure)).toBe(meaning !== 'refused')
  })

  it('is unknown for a code of a later version', () => {
    const later = JSON.parse('{"code":"from-a-later-version","message":""}')
    expect(hops.map((hop) => meaningOf(hop, later))).toEqual(['unknown', 'unknown'])
  })
})
