import { describe, expect, it } from 'vitest'
import { type FailureCode, failureCodes } from '#contract/reply.ts'
import { decideKeyedCall, decideResubmission, type KeyedCallPolicy } from '#main/keyed-calls/decide-keyed-call.ts'
import {
  bookingPolicy,
  cashPolicy,
  studyActPolicy,
  tenderPolicy,
  unwrittenPolicy,
} from '#main/keyed-calls/keyed-call-policies.ts'

const policies = {
  booking: bookingPolicy,
  act: studyActPolicy,
  tender: tenderPolicy,
  cash: cashPolicy,
  unwritten: unwrittenPolicy,
} satisfies Record<string, KeyedCallPolicy>
const kinds = ['booking', 'act', 'tender', 'cash', 'unwritten'] as const
const states = ['new', 'open', 'waiting', 'done', 'refused', 'withdrawn'] as const

/** After these failures the request certainly had no effect. */
const notSent: readonly FailureCode[] = [
  'other-server',
  'program-too-old',
  'signed-out',
  'locked',
  'too-many-requests',
  'offline',
  'not-sent',
]
/** After these failures the request may have had an effect, because its answer was lost. */
const lost: readonly FailureCode[] = ['answer-withheld', 'outcome-unknown', 'disconnected', 'timed-out']
const groups = ['refused', 'not-sent', 'lost', 'unexpected', 'payment-in-progress'] as const
const groupOf = (code: FailureCode): (typeof groups)[number] => {
  if (code === 'unexpected' || code === 'payment-in-progress') return code
  if (notSent.includes(code)) return 'not-sent'
  return lost.includes(code) ? 'lost' : 'refused'
}

/**
 * The decisions for each kind of failure. A turn is one call, or two if the first call is repeated immediately. The
 * three columns are: after the first call of a turn if no earlier turn may have acted, after the first call if an
 * earlier turn may have acted, and after the second call. `ends`: withdrawn in the first turn and refused later.
 * `passes`: refused if the desk is waiting for the answer, and otherwise repeated under a new key.
 */
const rule = {
  booking: {
    refused: ['refused', 'refused', 'refused'],
    'payment-in-progress': ['refused', 'refused', 'refused'],
    'not-sent': ['withdrawn', 'unknown', 'unknown'],
    lost: ['unknown', 'unknown', 'unknown'],
    unexpected: ['ask-again', 'ask-again', 'ends'],
  },
  act: {
    refused: ['refused', 'refused', 'refused'],
    'payment-in-progress': ['refused', 'refused', 'refused'],
    'not-sent': ['waiting', 'unknown', 'unknown'],
    lost: ['unknown', 'unknown', 'unknown'],
    unexpected: ['ask-again', 'ask-again', 'unknown'],
  },
  tender: {
    refused: ['refused', 'refused', 'refused'],
    'payment-in-progress': ['refused', 'refused', 'refused'],
    'not-sent': ['left', 'unknown', 'unknown'],
    lost: ['unknown', 'unknown', 'unknown'],
    unexpected: ['ask-again', 'ask-again', 'unknown'],
  },
  cash: {
    refused: ['refused', 'refused', 'refused'],
    'payment-in-progress': ['passes', 'passes', 'passes'],
    'not-sent': ['left', 'unknown', 'unknown'],
    lost: ['unknown', 'unknown', 'unknown'],
    unexpected: ['ask-again', 'ask-again', 'unknown'],
  },
  unwritten: {
    refused: ['refused', 'refused', 'refused'],
    'payment-in-progress': ['refused', 'refused', 'refused'],
    'not-sent': ['withdrawn', 'unknown', 'unknown'],
    lost: ['ask-again', 'ask-again', 'unknown'],
    unexpected: ['ask-again', 'ask-again', 'ends'],
  },
} as const

const cells = states.flatMap((state) =>
  [true, false].flatMap((isWatched) => [
    { column: 0, facts: { state, mayHaveActed: false, calls: 1, isWatched } },
    { column: 1, facts: { state, mayHaveActed: true, calls: 1, isWatched } },
    { column: 2, facts: { state, mayHaveActed: false, calls: 2, isWatched } },
    { column: 2, facts: { state, mayHaveActed: true, calls: 2, isWatched } },
  ]),
)

describe.each(kinds)('a keyed call of kind %s', (kind) => {
  it('has a rule for every kind of failure', () => {
    expect(new Set(failureCodes.map(groupOf))).toEqual(new Set(groups))
  })

  it.each(failureCodes)('follows its rule after %s', (code) => {
    for (const { column, facts } of cells) {
      const word = rule[kind][groupOf(code)][column]
      const isFirstTry = facts.state === 'new' || facts.state === 'withdrawn'
      const inTurn = isFirstTry ? 'withdrawn' : 'refused'
      const atDesk = facts.isWatched ? 'refused' : 'new-key'
      const expected = word === 'ends' ? inTurn : word === 'passes' ? atDesk : word
      expect([facts, decideKeyedCall(facts, code, policies[kind])]).toEqual([facts, expected])
    }
  })

  it('is done as soon as it is answered, whatever came before', () => {
    for (const { facts } of cells) expect(decideKeyedCall(facts, 'answered', policies[kind])).toBe('done')
  })

  it('makes at most two calls in a turn', () => {
    for (const code of failureCodes)
      for (const { column, facts } of cells)
        if (column === 2) expect(decideKeyedCall(facts, code, policies[kind])).not.toBe('ask-again')
  })
})

describe('a submission under a known key', () => {
  const columns = ['open', 'waiting', 'done', 'refused', 'withdrawn'] as const
  it.each([
    ['booking', 'same', ['ask-again', 'ask-again', 'answer', 'answer', 'begin']],
    ['booking', 'other-details', ['reused', 'reused', 'reused', 'reused', 'reused']],
    ['act', 'same', ['ask-again', 'ask-again', 'answer', 'answer', 'begin']],
    ['act', 'other-details', ['reused', 'reused', 'reused', 'reused', 'begin']],
    ['tender', 'same', ['ask-again', 'ask-again', 'ask-again', 'answer', 'begin']],
    ['tender', 'other-details', ['reused', 'reused', 'reused', 'reused', 'begin']],
    ['cash', 'same', ['ask-again', 'ask-again', 'ask-again', 'answer', 'begin']],
    ['cash', 'other-details', ['reused', 'reused', 'reused', 'reused', 'begin']],
  ] as const)('follows the state of the key: kind %s, content %s', (kind, match, expected) => {
    expect(columns.map((state) => decideResubmission(state, match, policies[kind]))).toEqual(expected)
  })

  it.each(kinds)('is refused if the key belongs to a different submission: kind %s', (kind) => {
    for (const state of columns) expect(decideResubmission(state, 'other', policies[kind])).toBe('reused')
  })
})
