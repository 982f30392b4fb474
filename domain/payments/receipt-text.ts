import { formatAmount } from '../format/format-money.ts'
import { invoiceOutstandingWords } from '../study/invoice-outstanding.ts'
import { dateOf, figure, type InvoiceText, toInvoiceText } from './invoice-text.ts'
import { invoiceTextWords, receiptTextWords as words } from './invoice-words.ts'
import type { Receipt } from './receipt.ts'

/**
 * Returns the texts of a receipt in the form of an invoice's texts, so that both papers are drawn alike. The payment
 * and its refunds add up to the amount received. The balance is that of the invoice now. The items are one text, since
 * the paper cuts a long one; the invoice lists them.
 */
export const toReceiptText = ({ receiptNumber, invoice, lines, received }: Receipt): InvoiceText => {
  const { sender, member } = toInvoiceText(invoice)
  const { currency, totals } = invoice
  const [payment] = lines
  const contact = [...invoice.member.lines, invoice.member.email].map((line) => line.trim())
  const isRefunded = lines.length > 1
  return {
    sender,
    title: words.title,
    aside: [receiptNumber, ...(payment === undefined ? [] : [invoiceTextWords.date(dateOf(payment.date, invoice))])],
    member,
    parties: [
      { label: words.from, name: invoice.member.name, lines: contact.filter((line) => line !== '') },
      {
        label: words.invoice,
        name: invoice.invoiceNumber,
        lines: [invoice.items.map(({ description }) => description).join(', ')],
      },
    ],
    tables: [
      {
        title: isRefunded ? invoiceTextWords.payments : words.payment,
        heads: [
          invoiceTextWords.paymentDate,
          isRefunded ? invoiceTextWords.refunds : invoiceTextWords.description,
          invoiceTextWords.amount(currency),
        ],
        rows: lines.map((line) => [dateOf(line.date, invoice), line.description, figure(line.amount)]),
      },
    ],
    totals: [
      { label: words.received, value: formatAmount(received, currency), kind: 'balance' },
      { label: words.balance, value: formatAmount(totals.totalBalance, currency), kind: 'after' },
      ...(totals.outstanding === 0
        ? []
        : [
            {
              label: invoiceOutstandingWords,
              value: formatAmount(totals.outstanding, currency),
              kind: 'after' as const,
            },
          ]),
    ],
  }
}
