import { describe, expect, it } from 'vitest'
import { bareDetails, type InvoiceStep, type Transaction, type TransactionID } from '#domain/payments/transaction.ts'
import {
  describeUndone,
  signedAmountOfTransaction,
  statusOfTransaction,
  undoneWords,
} from '#renderer/payments/inside/transaction-words.ts'
import { aTransaction } from '../../../builders/payments.ts'

const first = 't-1' as TransactionID
const payment = aTransaction({ transactionID: first, paymentType: 'physicalTerminal', amount: 600 })
const refund = (change: Partial<Transaction> = {}): Transaction =>
  aTransaction({
    transactionID: 't-2',
    transactionType: 'Refund',
    paymentType: 'physicalTerminal',
    amount: 100,
    details: { ...bareDetails('physicalTerminal'), linkedTransaction: first },
    ...change,
  })

describe('describeUndone', () => {
  it('names the payment with its time if the refund is on the same day', () => {
    expect(describeUndone(refund(), [payment])).toMatch(/^Payment of CA\$600\.00, card terminal, \d\d:\d\d[ap]m$/)
  })

  it('adds the date if the refund is on another day', () => {
    const later = refund({ transactionTime: payment.transactionTime + 3 * 86_400 })
    expect(describeUndone(later, [payment])).toMatch(/card terminal, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d[ap]m/)
  })

  it("returns the payment's ID when the payment is not in the list, and null when the transaction undoes nothing", () => {
    expect(describeUndone(refund(), [])).toBe('t-1')
    expect(describeUndone(payment, [payment])).toBeNull()
  })
})

describe('statusOfTransaction', () => {
  it.each(['requires_capture', 'Complete'] as const)('shows a card payment that is %s as Complete', (status) => {
    expect(statusOfTransaction(aTransaction({ ...payment, status }))).toBe('Complete')
  })

  it('shows the latest completed step of an invoice, in the order issued, deposited, paid', () => {
    const step = (isDone: boolean): InvoiceStep => ({
      isDone,
      amount: null,
      transactionTime: null,
      paymentMethod: null,
      referenceID: '',
      processedBy: null,
      processedByPII: null,
    })
    const shown = (issued: boolean, deposit: boolean, paid: boolean): string =>
      statusOfTransaction(
        aTransaction({
          paymentType: 'invoice',
          steps: { issued: step(issued), deposit: step(deposit), paid: step(paid) },
        }),
      )
    expect([
      shown(false, false, false),
      shown(true, false, false),
      shown(true, true, false),
      shown(true, true, true),
      shown(true, false, true),
    ]).toEqual(['Not issued', 'Issued', 'Deposited', 'Paid', 'Paid'])
  })
})

describe('undoneWords', () => {
  it('adds up the refunded amounts', () => {
    expect(undoneWords(payment, [payment, refund(), refund({ amount: 50.5 })])).toBe('150.50 refunded')
  })

  it('is empty without refunds', () => {
    expect(undoneWords(payment, [payment])).toBe('')
  })
})

describe('signedAmountOfTransaction', () => {
  it('has no sign for a payment and a minus for a refund', () => {
    expect(signedAmountOfTransaction(payment)).toBe('CA$600.00')
    expect(signedAmountOfTransaction(refund())).toBe('−CA$100.00')
  })

  it.each([
    ['payment', 100, 'CA$100.00'],
    ['credit', 100, 'CA$100.00'],
    ['Discount', 100, 'CA$100.00'],
    ['Remove Discount', 100, '−CA$100.00'],
    ['Refund', 100, '−CA$100.00'],
    ['Charge', 100, '−CA$100.00'],
  ] as const)('is positive only if it reduces the balance: %s of %d is %s', (transactionType, amount, words) => {
    expect(signedAmountOfTransaction(aTransaction({ transactionType, amount }))).toBe(words)
  })

  it.each([
    [45.5, 'CA$45.50 (member owes more)'],
    [-45.5, '−CA$45.50 (member owes less)'],
  ] as const)('has the entered sign and its meaning for a reconciliation of %d', (amount, words) => {
    expect(signedAmountOfTransaction(aTransaction({ transactionType: 'reconciliation', amount }))).toBe(words)
  })
})
