import { roundToMoney } from '../values/money.ts'
import { dateOf, type InvoiceText, languageOf, toInvoiceText } from './invoice-text.ts'
import type { Receipt } from './receipt.ts'

/**
 * Returns the texts of a receipt in the format of an invoice's texts, so that both papers are drawn alike. The payment
 * and its refunds add up to the amount received. The balance is the invoice's current balance. The items are one text,
 * which the paper cuts if it is too long; the invoice lists them in full.
 */
export const toReceiptText = ({ receiptNumber, invoice, lines, received }: Receipt): InvoiceText => {
  const { sender, member } = toInvoiceText(invoice)
  const { language, words, formats } = languageOf(invoice)
  const { receipt } = words
  const { currency, totals } = invoice
  const [payment] = lines
  const contact = [...invoice.member.lines, invoice.member.email].map((line) => line.trim())
  const isRefunded = lines.length > 1
  return {
    language,
    sender,
    title: receipt.title,
    aside: [receiptNumber, ...(payment === undefined ? [] : [words.date(dateOf(payment.date, invoice))])],
    member,
    parties: [
      { label: receipt.from, name: invoice.member.name, lines: contact.filter((line) => line !== '') },
      {
        label: receipt.invoice,
        name: invoice.invoiceNumber,
        lines: [invoice.items.map(({ description }) => description).join(', ')],
      },
    ],
    tables: [
      {
        title: isRefunded ? words.payments : receipt.payment,
        heads: [words.paymentDate, isRefunded ? words.refunds : words.description, words.amount(currency)],
        rows: lines.map((line) => [
          dateOf(line.date, invoice),
          line.description,
          formats.tableAmount(roundToMoney(line.amount)),
        ]),
      },
    ],
    totals: [
      { label: receipt.received, value: formats.amount(received, currency), kind: 'balance' },
      { label: receipt.balance, value: formats.amount(totals.totalBalance, currency), kind: 'after' },
      ...(totals.outstanding === 0
        ? []
        : [
            {
              label: words.outstanding,
              value: formats.amount(totals.outstanding, currency),
              kind: 'after' as const,
            },
          ]),
      ...(totals.overpaid === 0
        ? []
        : [{ label: words.overpaid, value: formats.amount(totals.overpaid, currency), kind: 'after' as const }]),
    ],
  }
}
