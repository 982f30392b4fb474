import { describe, expect, it } from 'vitest'
import { type LedgerEntry, refundableOf, summarizeLedger, toLedgerEntry, undoneBy } from '#domain/payments/ledger.ts'
import {
  ledgerKind,
  shownTransactionStatus,
  transactionDetailsSchema,
  transactionIDSchema,
  transactionLabels,
  transactionTypes,
} from '#domain/payments/transaction.ts'
import { toMoney } from '#domain/values/money.ts'
import { anEntry, aTransaction } from './money-records.ts'

const price = toMoney(249_500)
const first = transactionIDSchema.parse('t-1')
const refundOf = (amount: number, id = 't-2'): LedgerEntry =>
  anEntry({ kind: 'refund', amount, id, linkedTransaction: first })

describe('summarizeLedger', () => {
  const nothing = {
    price: 249_500,
    totalPrice: 249_500,
    discountPromo: 0,
    discountReferral: 0,
    discountReferralCredit: 0,
    serviceCreditUse: 0,
    paid: 0,
    reconciliationAdjust: 0,
    balance: 249_500,
    totalBalance: 249_500,
    overpaid: 0,
    uncaptured: 0,
  }
  it.each<[string, readonly LedgerEntry[], Partial<typeof nothing>]>([
    ['nothing yet', [], {}],
    ['a payment', [anEntry()], { paid: 10_000, balance: 239_500, totalBalance: 239_500 }],
    ['a partial refund', [anEntry(), refundOf(4_000)], { paid: 6_000, balance: 243_500, totalBalance: 243_500 }],
    ['a full refund', [anEntry(), refundOf(10_000)], {}],
    [
      'a promo discount',
      [anEntry({ kind: 'discount', paymentType: 'promocode' })],
      { discountPromo: 10_000, balance: 239_500, totalBalance: 239_500 },
    ],
    [
      'a referral discount, separate from promos',
      [anEntry({ kind: 'discount', paymentType: 'referral code' })],
      { discountReferral: 10_000, balance: 239_500, totalBalance: 239_500 },
    ],
    [
      'a removed referral discount, even if the removal has another payment type',
      [
        anEntry({ kind: 'discount', paymentType: 'referral code' }),
        anEntry({ kind: 'remove-discount', paymentType: 'promocode', id: 't-2', linkedTransaction: first }),
      ],
      {},
    ],
    [
      'Share Health Credits, separate from what is paid',
      [anEntry({ kind: 'credit', paymentType: 'referralCredit' })],
      { discountReferralCredit: 10_000, balance: 239_500, totalBalance: 239_500 },
    ],
    [
      'returned Share Health Credits',
      [
        anEntry({ kind: 'credit', paymentType: 'referralCredit' }),
        anEntry({ kind: 'refund', paymentType: 'referralCredit', id: 't-2', linkedTransaction: first }),
      ],
      {},
    ],
    [
      'prepaid, which also counts as paid',
      [anEntry({ paymentType: 'prepaid' })],
      { paid: 10_000, serviceCreditUse: 10_000, balance: 239_500, totalBalance: 239_500 },
    ],
    [
      'an invoice payment, which covers the balance when it is recorded',
      [anEntry({ paymentType: 'invoice', amount: 249_500 })],
      { paid: 249_500, balance: 0, totalBalance: 0 },
    ],
    ['a charge', [anEntry({ kind: 'charge' })], { totalPrice: 259_500, balance: 259_500, totalBalance: 259_500 }],
    [
      'a reconciliation above 0, which is owed',
      [anEntry({ kind: 'reconciliation', paymentType: 'finance', amount: 10_000 })],
      { reconciliationAdjust: 10_000, balance: 259_500, totalBalance: 259_500 },
    ],
    [
      'a reconciliation below 0, which reduces the amount owed',
      [anEntry({ kind: 'reconciliation', paymentType: 'finance', amount: -10_000 })],
      { reconciliationAdjust: -10_000, balance: 239_500, totalBalance: 239_500 },
    ],
    [
      'an overpayment: the balance is never shown below 0',
      [anEntry({ amount: 300_000 })],
      { paid: 300_000, balance: -50_500, totalBalance: 0, overpaid: 50_500 },
    ],
    [
      'an uncaptured payment, which counts as paid and is shown separately',
      [anEntry({ paymentType: 'card', status: 'requires_capture' })],
      { paid: 10_000, uncaptured: 10_000, balance: 239_500, totalBalance: 239_500 },
    ],
    [
      'an uncaptured payment that was refunded',
      [anEntry({ paymentType: 'card', status: 'requires_capture' }), refundOf(10_000)],
      {},
    ],
    [
      'a refund of an entry that is not in the ledger, which reduces what is paid',
      [refundOf(4_000)],
      { paid: -4_000, balance: 253_500, totalBalance: 253_500 },
    ],
  ])('sums up %s', (_what, entries, parts) => {
    expect(summarizeLedger(price, entries)).toEqual({ ...nothing, ...parts })
  })
})

describe('refundableOf', () => {
  it.each<[string, readonly LedgerEntry[], number]>([
    ['all of a payment', [anEntry()], 10_000],
    ['a payment less its refund', [anEntry(), refundOf(4_000)], 6_000],
    ['a payment less each refund', [anEntry(), refundOf(4_000), refundOf(6_000, 't-3')], 0],
    ['0 if more was refunded than paid', [anEntry(), refundOf(11_000)], 0],
    [
      'all of a payment when only another entry was refunded',
      [anEntry(), anEntry({ kind: 'refund', id: 't-2', linkedTransaction: null })],
      10_000,
    ],
    ['nothing of an unknown entry', [], 0],
    ['nothing of a refund', [anEntry({ kind: 'refund' })], 0],
    ['nothing of a charge', [anEntry({ kind: 'charge' })], 0],
    ['nothing of a reconciliation', [anEntry({ kind: 'reconciliation', amount: 500 })], 0],
    ['all of a discount', [anEntry({ kind: 'discount', paymentType: 'promocode' })], 10_000],
    ['all of a credit', [anEntry({ kind: 'credit', paymentType: 'referralCredit' })], 10_000],
  ])('returns %s', (_what, entries, expected) => {
    expect(refundableOf(entries, first)).toBe(expected)
  })
  it('subtracts refunds in progress', () => {
    const pending = [{ transactionID: first, amount: toMoney(7_000) }]
    expect(refundableOf([anEntry(), refundOf(2_000)], first, pending)).toBe(1_000)
    const ofAnother = [{ transactionID: transactionIDSchema.parse('t-9'), amount: toMoney(7_000) }]
    expect(refundableOf([anEntry()], first, ofAnother)).toBe(10_000)
  })
})

describe('transaction types', () => {
  it.each([
    ['payment', 'payment', 'refund'],
    ['Refund', 'refund', null],
    ['Discount', 'discount', 'remove-discount'],
    ['discount', 'discount', 'remove-discount'],
    ['Remove Discount', 'remove-discount', null],
    ['credit', 'credit', 'refund'],
    ['charge', 'charge', null],
    ['Charge', 'charge', null],
    ['reconciliation', 'reconciliation', null],
  ] as const)('include %s, which is of the kind %s and is undone by %j', (transactionType, kind, undone) => {
    expect(transactionTypes).toContain(transactionType)
    expect(ledgerKind(transactionType)).toBe(kind)
    expect(undoneBy(kind)).toBe(undone)
    expect(transactionLabels[kind]).not.toBe('')
  })
  it.each([
    ['requires_capture', 'Complete'],
    ['Complete', 'Complete'],
    ['Pending', 'Pending'],
  ] as const)('have the status %s, which is shown as %s', (status, shown) => {
    expect(shownTransactionStatus(status)).toBe(shown)
  })
})

describe('toLedgerEntry', () => {
  it('reads a decimal amount to the cent', () => {
    expect(toLedgerEntry(aTransaction({ amount: 1.15 })).amount).toBe(115)
    expect(toLedgerEntry(aTransaction({ transactionType: 'reconciliation', amount: -0.29 })).amount).toBe(-29)
  })
  it.each([12.345, Number.NaN, 1e21, Number.POSITIVE_INFINITY])(
    'throws for %d, which must never be stored',
    (amount) => {
      expect(() => toLedgerEntry({ ...aTransaction(), amount })).toThrow(RangeError)
    },
  )
  it('keeps the link of a refund', () => {
    const refund = aTransaction({ transactionID: 't-2', transactionType: 'Refund' }, { linkedTransaction: first })
    expect(toLedgerEntry(refund)).toMatchObject({ kind: 'refund', linkedTransaction: 't-1', transactionID: 't-2' })
  })
})

describe('transaction details', () => {
  it.each(['4242424242424242', '424', 'abcd', '42424'])('have four digits of a card, never %j', (cardLastFour) => {
    expect(transactionDetailsSchema.safeParse({ ...aTransaction().details, cardLastFour }).success).toBe(false)
  })
})
