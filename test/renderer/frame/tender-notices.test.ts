import { describe, expect, it } from 'vitest'
import type { WaitingPayment } from '#contract/payments/bridge.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { describeWaiting } from '#renderer/frame/tender-notices.tsx'

const payment: WaitingPayment = {
  idempotencyKey: 'key-1',
  studyID: 's-1' as StudyID,
  paymentType: 'cash',
  amount: 500,
  takenAt: toInstant(0),
  failure: null,
  by: 'Bo Berg',
  isOwn: false,
}

describe('describeWaiting', () => {
  it.each([
    [
      'a colleague’s waiting payment',
      {},
      '500.00 cash taken by Bo Berg is not recorded yet. It can be recorded only after Bo Berg signs in.',
    ],
    ['a payment of an unknown author', { by: '' }, /only after a colleague signs in/],
    [
      'the user’s own waiting payment',
      { isOwn: true },
      '500.00 cash taken by you is not recorded yet. Atrium records it when the server responds.',
    ],
    [
      'a refused payment',
      { failure: { code: 'amount-above-balance', message: 'Too much.' } as const },
      '500.00 cash taken by Bo Berg could not be recorded',
    ],
  ])('describes %s', (_what, change, words) => {
    expect(describeWaiting({ ...payment, ...change })).toMatch(words)
  })
})
