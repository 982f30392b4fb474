import { describe, expect, it } from 'vitest'
import { overpaidRefund, stepOfOverpaidRefund } from '#domain/payments/overpaid-refund.ts'
import { toMoney } from '#domain/values/money.ts'
import { aTransaction } from './money-records.ts'

const early = aTransaction({ transactionID: 't-1', amount: 2000, refundable: 2000, transactionTime: 100 })
const late = aTransaction({ transactionID: 't-2', amount: 50, refundable: 50, transactionTime: 200 })
const voucher = aTransaction({
  ...{ transactionID: 't-3', paymentType: 'giftCertificateIntegrated', amount: 75, refundable: 75 },
  transactionTime: 300,
})
const discount = aTransaction({ transactionID: 't-4', transactionType: 'discount', paymentType: 'promocode' })

describe('the refund of an overpaid amount', () => {
  it.each([
    ['the latest payment that covers it', [early, late], 40_00, { transactionID: 't-2', amount: 40_00 }],
    ['an earlier payment if the latest is too small', [early, late], 60_00, { transactionID: 't-1', amount: 60_00 }],
    ['the largest possible part if no payment covers it', [late], 60_00, { transactionID: 't-2', amount: 50_00 }],
    ['not a partial refund of a gift card', [early, voucher], 60_00, { transactionID: 't-1', amount: 60_00 }],
    ['a gift card for exactly its amount', [early, voucher], 75_00, { transactionID: 't-3', amount: 75_00 }],
    ['no discount', [discount], 10_00, null],
    ['nothing if nothing is overpaid', [early], 0, null],
  ])('is %s', (_what, transactions, overpaid, refund) => {
    expect(overpaidRefund(transactions, toMoney(overpaid))).toEqual(refund)
  })
})

describe('a page that is asked to open the refund of an overpaid amount', () => {
  const page = { transactions: [early, late], overpaid: toMoney(40_00), isPossible: true, isRefundOpen: false }
  it.each([
    ['opens the refund', {}, { kind: 'open', refund: { transactionID: 't-2', amount: 40_00 } }],
    ['waits until the refund is possible', { isPossible: false, isRefundOpen: true }, { kind: 'wait' }],
    ['keeps a refund that is already open', { isRefundOpen: true }, { kind: 'refused', why: 'other-refund' }],
    ['finds no payment', { transactions: [discount] }, { kind: 'refused', why: 'no-payment' }],
    ['finds nothing overpaid', { overpaid: toMoney(0) }, { kind: 'refused', why: 'not-overpaid' }],
  ])('%s', (_what, change, step) => {
    expect(stepOfOverpaidRefund({ ...page, ...change })).toEqual(step)
  })
})
