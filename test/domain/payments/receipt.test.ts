import { describe, expect, it } from 'vitest'
import { studyIDOnPaper } from '#domain/members/typed-paper-number.ts'
import { buildReceipt, whyNoReceipt } from '#domain/payments/receipt.ts'
import { toReceiptText } from '#domain/payments/receipt-text.ts'
import { anInvoice } from '../../back-office/printing/sample-money-papers.ts'
import { aTransaction } from './money-records.ts'

const cash = aTransaction({ transactionID: 't-2', amount: 495.5, transactionTime: 1_780_000_100 })
const card = aTransaction(
  { transactionID: 't-1', paymentType: 'card', amount: 2000, transactionTime: 1_780_000_000 },
  { cardType: 'visa', cardLastFour: '4242' },
)
const refund = aTransaction(
  { transactionID: 't-3', transactionType: 'Refund', amount: 100.25, memo: 'Private', transactionTime: 1_780_000_200 },
  { linkedTransaction: cash.transactionID },
)
const ledger = [refund, cash, card]
const receiptOf = (transactionID: string) => {
  const receipt = buildReceipt(anInvoice(), ledger, transactionID)
  if (receipt === undefined) throw new Error('There is no receipt.')
  return receipt
}

describe('the receipt of a payment', () => {
  it('has a number that depends on the position of the payment in the ledger, and never changes', () => {
    expect(receiptOf('t-1').receiptNumber).toBe('BC1-s-1-R1')
    expect(receiptOf('t-2').receiptNumber).toBe('BC1-s-1-R2')
    // The first is a later payment. The second was taken offline before all others, but recorded after them.
    for (const transactionTime of [1_790_000_000, 1_770_000_000]) {
      const later = aTransaction({ transactionID: 't-0', transactionTime })
      expect(buildReceipt(anInvoice(), [later, ...ledger], 't-2')?.receiptNumber).toBe('BC1-s-1-R2')
      expect(buildReceipt(anInvoice(), [later, ...ledger], 't-0')?.receiptNumber).toBe('BC1-s-1-R3')
    }
  })

  it('has a number by which a search finds its study', () => {
    const invoice = anInvoice({ invoiceNumber: 'CA-BC-1-s-000313' })
    expect(studyIDOnPaper(buildReceipt(invoice, ledger, 't-1')?.receiptNumber ?? '')).toBe('s-000313')
  })

  it('lists the refunds of the payment, and adds up to the received amount', () => {
    expect(receiptOf('t-2').lines.map(({ amount }) => amount)).toEqual([495.5, -100.25])
    expect(receiptOf('t-2').received).toBe(395.25)
    expect(receiptOf('t-1').received).toBe(2000)
  })

  it.each([
    ['an invoice', { paymentType: 'invoice' }, 'billed'],
    ['a refund', { transactionType: 'Refund' }, 'not-a-payment'],
    ['a discount', { transactionType: 'discount', paymentType: 'promocode' }, 'not-a-payment'],
    ['a card that is not captured', { paymentType: 'card', status: 'requires_capture' }, 'not-captured'],
    ['cash', {}, null],
    ['a gift card', { paymentType: 'giftCertificateIntegrated' }, null],
  ])('for %s is allowed, or refused with the right reason', (_what, entry, reason) => {
    const transaction = aTransaction(entry)
    expect(whyNoReceipt(transaction)).toBe(reason)
    expect(buildReceipt(anInvoice(), [transaction], 't-1') === undefined).toBe(reason !== null)
  })

  it('does not exist for an unknown transaction', () => {
    expect(buildReceipt(anInvoice(), ledger, 't-none')).toBeUndefined()
  })

  it('names payer, invoice, date, type and amount, but never shows staff notes', () => {
    const text = toReceiptText(receiptOf('t-2'))
    expect(text).toMatchObject({
      title: 'Receipt',
      aside: ['BC1-s-1-R2', 'Date: 28 May 2026'],
      member: { name: 'Ana Silva' },
      parties: [
        { label: 'Received from', name: 'Ana Silva' },
        { label: 'For invoice', name: 'BC1-s-1', lines: ['Whole Body MRI'] },
      ],
      tables: [
        {
          heads: ['Date', 'Description (− is a refund)', 'Amount (CAD)'],
          rows: [
            ['28 May 2026', 'Cash', '495.50'],
            ['28 May 2026', 'Refund: Cash', '−100.25'],
          ],
        },
      ],
      totals: [
        { label: 'Received', value: 'CA$395.25', kind: 'balance' },
        { label: 'Balance of the invoice', value: 'CA$2,495.00', kind: 'after' },
      ],
    })
    expect(text.sender.legal).toEqual(['GST 1'])
    expect(JSON.stringify(text)).not.toContain('Private')
    expect(toReceiptText(receiptOf('t-1')).tables[0]?.rows).toEqual([
      ['28 May 2026', 'Card (Visa ending 4242)', '2,000.00'],
    ])
  })

  it('shows the overpaid amount below the balance, like the invoice', () => {
    const receipt = receiptOf('t-1')
    const { invoice } = receipt
    const totals = { ...invoice.totals, totalBalance: 0, overpaid: 55.5 }
    const shown = toReceiptText({ ...receipt, invoice: { ...invoice, totals } }).totals
    expect(shown.at(-1)).toEqual({ label: 'Overpaid', value: 'CA$55.50', kind: 'after' })
    expect(toReceiptText(receipt).totals.map(({ label }) => label)).not.toContain('Overpaid')
  })
})
