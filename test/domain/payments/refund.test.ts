import { describe, expect, it } from 'vitest'
import { decideRefund, refundPlan } from '#domain/payments/refund.ts'
import { toMoney } from '#domain/values/money.ts'
import { anEntry, aTransaction } from './money-records.ts'

type Input = Parameters<typeof decideRefund>[0]
const decide = (
  overrides: Partial<Omit<Input, 'refundable' | 'requested'>> & { refundable?: number; requested?: number },
) => {
  const { refundable = 10_000, requested = 5_000, ...others } = overrides
  return decideRefund({
    entry: anEntry(),
    isInterac: false,
    hasInteracTransaction: false,
    isExternal: false,
    ...others,
    refundable: toMoney(refundable),
    requested: toMoney(requested),
  })
}
const discount = anEntry({ kind: 'discount', paymentType: 'promocode' })
const giftCard = anEntry({ paymentType: 'giftCertificateIntegrated' })
const credit = anEntry({ kind: 'credit', paymentType: 'referralCredit' })

describe('decideRefund', () => {
  it.each([
    ['a payment, in part', {}, 'Refund'],
    ['a payment, all of it', { requested: 10_000 }, 'Refund'],
    ['a discount', { entry: discount }, 'Remove Discount'],
    ['Share Health Credits', { entry: credit }, 'Refund'],
    ['a gift card, in full', { entry: giftCard, requested: 10_000 }, 'Refund'],
    ['an Interac payment that the reader refunded', { isInterac: true, hasInteracTransaction: true }, 'Refund'],
    ['an Interac payment refunded outside Atrium', { isInterac: true, isExternal: true }, 'Refund'],
    ['a payment refunded outside Atrium', { isExternal: true }, 'Refund'],
  ] as const)('refunds %s', (_what, input, transactionType) => {
    expect(decide(input)).toEqual({ ok: true, transactionType })
  })

  it.each([
    ['an amount above the refundable amount', { refundable: 4_999 }, 'amount-above-refundable'],
    ['an amount of 0', { requested: 0 }, 'invalid-input'],
    ['an amount below 0', { requested: -1 }, 'invalid-input'],
    ['part of an integrated gift certificate', { entry: giftCard }, 'invalid-input'],
    ['more than the amount of a gift certificate', { entry: giftCard, requested: 10_001 }, 'amount-above-refundable'],
    ['an Interac payment without the card present', { isInterac: true }, 'interac-needs-card'],
    ['the removal of a discount outside Atrium', { entry: discount, isExternal: true }, 'invalid-input'],
    ['a credit refunded outside Atrium', { entry: credit, isExternal: true }, 'invalid-input'],
    ['a gift card refunded outside Atrium', { entry: giftCard, requested: 10_000, isExternal: true }, 'invalid-input'],
    ['an unknown transaction', { entry: undefined, refundable: 0 }, 'nothing-to-refund'],
    ['a refund', { entry: anEntry({ kind: 'refund' }), refundable: 0 }, 'nothing-to-refund'],
    ['a removal', { entry: anEntry({ kind: 'remove-discount' }), refundable: 0 }, 'nothing-to-refund'],
    [
      'a reconciliation',
      { entry: anEntry({ kind: 'reconciliation', amount: -5 }), refundable: 0 },
      'nothing-to-refund',
    ],
    ['a charge', { entry: anEntry({ kind: 'charge' }), refundable: 0 }, 'nothing-to-refund'],
    [
      'a discount of 0',
      { entry: anEntry({ kind: 'discount', paymentType: 'referral code', amount: 0 }), refundable: 0 },
      'nothing-to-refund',
    ],
  ] as const)('refuses: %s', (_clause, input, code) => {
    expect(decide(input)).toMatchObject({
      ok: false,
      code,
      title: 'Refund Error',
      message: expect.stringMatching(/\.$/),
    })
  })

  it.each([
    ['All funds refunded for this payment type.', 'Refund Error', anEntry()],
    ['All funds refunded for this payment type.', 'Refund Error', credit],
    ['All funds removed for this payment type.', 'Refund Error', discount],
    ['This invoice has already been cancelled.', 'Invoice Cancellation', anEntry({ paymentType: 'invoice' })],
  ] as const)('returns %j with the title %j when nothing is left to refund', (message, title, entry) => {
    expect(decide({ entry, refundable: 0 })).toEqual({ ok: false, code: 'already-refunded', title, message })
  })
})

describe('refundPlan', () => {
  it.each([
    [
      'a payment',
      aTransaction({ refundable: 60.5 }),
      { verb: 'refund', fixedAmount: null, cap: 6_050, needsCardPresent: false },
    ],
    [
      'a discount',
      aTransaction({ transactionType: 'Discount', paymentType: 'promocode' }),
      { verb: 'remove', fixedAmount: null, cap: 10_000, needsCardPresent: false },
    ],
    [
      'the other spelling of a discount',
      aTransaction({ transactionType: 'discount', paymentType: 'promocode' }),
      { verb: 'remove', fixedAmount: null, cap: 10_000, needsCardPresent: false },
    ],
    [
      'an integrated gift card',
      aTransaction({ paymentType: 'giftCertificateIntegrated' }),
      { verb: 'refund', fixedAmount: 10_000, cap: 10_000, needsCardPresent: false },
    ],
    [
      'an Interac payment',
      aTransaction({ paymentType: 'physicalTerminal' }, { isInterac: true }),
      { verb: 'refund', fixedAmount: null, cap: 10_000, needsCardPresent: true },
    ],
    [
      'a payment on a PIN pad',
      aTransaction({ paymentType: 'physicalTerminal' }, { paymentMethod: 'serial' }),
      { verb: 'refund', fixedAmount: null, cap: 10_000, needsCardPresent: true },
    ],
    [
      'a refund, which cannot itself be refunded',
      aTransaction({ transactionType: 'Refund', refundable: 100 }),
      { verb: 'refund', fixedAmount: null, cap: 0, needsCardPresent: false },
    ],
  ] as const)('describes the form of %s', (_what, transaction, plan) => {
    expect(refundPlan(transaction)).toEqual(plan)
  })
})
