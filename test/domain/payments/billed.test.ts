import { describe, expect, it } from 'vitest'
import { isBilledAndUnpaid, unpaidBills } from '#domain/payments/billed.ts'
import { aTransaction } from './money-records.ts'

const step = {
  isDone: false,
  amount: null,
  transactionTime: null,
  paymentMethod: null,
  referenceID: '',
  processedBy: null,
  processedByPII: null,
} as const
const steps = { issued: step, deposit: step, paid: step }
const cash = aTransaction({ paymentType: 'cash', refundable: 100 })
const bill = aTransaction({ paymentType: 'invoice', refundable: 100, steps })
const paidBill = { ...bill, steps: { ...steps, paid: { ...step, isDone: true } } }
const cancelledBill = { ...bill, refundable: 0 }
const cashWithSteps = { ...cash, steps }

describe('unpaidBills', () => {
  it.each([
    ['a bill whose “paid” step is not done', [cash, bill], [bill]],
    ['no bill that is paid', [paidBill], []],
    ['no bill that was cancelled or refunded', [cancelledBill], []],
    ['no cash, even if it has steps', [cashWithSteps], []],
  ] as const)('returns %s', (_, transactions, expected) => {
    expect(unpaidBills(transactions)).toEqual(expected)
  })
})

describe('isBilledAndUnpaid', () => {
  it.each([
    ['none', [bill], true],
    ['none', [cash], false],
    // Offline there are no transactions, so the study's own invoice step decides.
    ['issued', [], true],
    ['paid', [], false],
  ] as const)('depends on the invoice step %s and on unpaid bills (case %#)', (invoiceStep, transactions, expected) => {
    expect(isBilledAndUnpaid({ study: { invoiceStep }, payments: { transactions } })).toBe(expected)
  })
})
