import { describe, expect, it } from 'vitest'
import { attemptIDSchema } from '#domain/payments/transaction.ts'
import { toMoney } from '#domain/values/money.ts'
import { type EcrAnswer, toEcrReference } from '#main/devices/card-terminal/ecr-messages.ts'
import { toCollectOutcome, toInquiryOutcome } from '#main/devices/card-terminal/ecr-outcomes.ts'

const reference = toEcrReference(attemptIDSchema.parse('attempt-0001'))
const request = { type: 'payment', reference, amount: toMoney(125_000), currency: 'CAD' } as const

const anAnswer = (more: Partial<EcrAnswer> = {}): EcrAnswer => ({
  result: 'done',
  answers: 'payment',
  kind: 'payment',
  amount: toMoney(125_000),
  currency: 'CAD',
  reference,
  reason: 0,
  words: 'APPROVED',
  number: 'A17',
  scheme: 'VISA',
  lastFour: '4242',
  ...more,
})
const refused = (reason: number, words = '') => anAnswer({ result: 'not-done', reason, words })

describe('toCollectOutcome', () => {
  it.each([
    ['amount', { amount: toMoney(125_001) }],
    ['currency', { currency: 'USD' }],
    ['kind', { kind: 'refund' }],
  ] as const)('is unknown when the %s of the approval differs from the request', (_what, other) => {
    expect(toCollectOutcome(anAnswer(other), request, false)).toMatchObject({ outcome: 'unknown' })
  })

  it.each([
    [1, { outcome: 'declined', step: 'process', code: '1', reason: 'reason 1' }],
    [99, { outcome: 'declined', step: 'process', code: '99', reason: 'reason 99' }],
    [101, { outcome: 'declined', step: 'payment-method', code: '101', reason: 'reason 101' }],
    [199, { outcome: 'declined', step: 'payment-method', code: '199', reason: 'reason 199' }],
    [201, { outcome: 'cancelled' }],
    [202, { outcome: 'cancelled' }],
    [203, { outcome: 'cancelled' }],
    [204, { outcome: 'cancelled' }],
    [205, { outcome: 'unknown', reason: 'reason 205' }],
    [300, { outcome: 'unknown', reason: 'reason 300' }],
  ] as const)('maps reason %i', (reason, outcome) => {
    expect(toCollectOutcome(refused(reason), request, false)).toEqual(outcome)
  })

  it('answers not-started when the pad is busy, does not support the request, or has stored another transaction under the reference', () => {
    for (const [reason, code] of [
      [301, 'busy'],
      [302, 'unavailable'],
      [303, 'unavailable'],
    ] as const)
      expect(toCollectOutcome(refused(reason), request, false)).toMatchObject({
        outcome: 'not-started',
        failure: { code },
      })
  })

  it('is unknown when the pad has another transaction under the reference of an attempt that was begun', () => {
    expect(toCollectOutcome(refused(302), request, true)).toMatchObject({ outcome: 'unknown' })
  })

  it('is null while the payment is running, and unknown when the pad does not know the payment', () => {
    expect(toCollectOutcome(anAnswer({ result: 'under-way', reason: 401 }), request, false)).toBeNull()
    expect(toCollectOutcome(anAnswer({ result: 'not-known', reason: 501 }), request, false)).toMatchObject({
      outcome: 'unknown',
    })
  })
})

describe('toInquiryOutcome', () => {
  it('reports what the pad has stored', () => {
    expect(toInquiryOutcome(anAnswer({ scheme: 'INTERAC', lastFour: null }))).toEqual({
      outcome: 'approved',
      referenceID: 'A17',
      card: { cardType: 'interac', cardLastFour: null, isInterac: true },
    })
    expect(toInquiryOutcome(anAnswer({ result: 'not-known', reason: 501 }))).toEqual({ outcome: 'not-found' })
    expect(toInquiryOutcome(anAnswer({ result: 'under-way', reason: 402 }))).toEqual({ outcome: 'in-progress' })
    expect(toInquiryOutcome(refused(301, 'BUSY'))).toEqual({ outcome: 'cannot-say', reason: 'BUSY' })
  })
})
