import { type Instant, toInstant } from '../values/instant.ts'
import { standardLanguage } from '../values/language.ts'
import { roundToMoney, toDecimalAmount, toMoney } from '../values/money.ts'
import { describePayment } from './build-invoice.ts'
import type { Invoice } from './invoice.ts'
import { ruleOfPaymentType } from './payment-types.ts'
import { ledgerKind, type Transaction } from './transaction.ts'

/** One line of a receipt: the payment, or a refund of it with an amount below 0. */
type ReceiptLine = { readonly date: Instant; readonly description: string; readonly amount: number }

/** The content of the receipt for one payment. The amounts are from the ledger, the other facts from the invoice. */
export type Receipt = {
  readonly receiptNumber: string
  readonly invoice: Invoice
  readonly lines: readonly ReceiptLine[]
  /** The payment less its refunds. */
  readonly received: number
}

/**
 * Returns why a transaction has no receipt; null for a payment that brought the clinic money or redeemed a voucher. An
 * invoice payment has no receipt before the invoice is paid, and a card payment that is not captured may still fail.
 */
export const whyNoReceipt = ({
  transactionType,
  paymentType,
  status,
}: Pick<Transaction, 'transactionType' | 'paymentType' | 'status'>):
  | 'not-a-payment'
  | 'billed'
  | 'not-captured'
  | null => {
  if (ledgerKind(transactionType) !== 'payment') return 'not-a-payment'
  if (ruleOfPaymentType(paymentType).isBill) return 'billed'
  return status === 'requires_capture' ? 'not-captured' : null
}

/**
 * Builds the receipt of a payment from the study's whole ledger, newest entry first, and its current invoice. The
 * receipt number is the invoice number with the payment's position in the ledger's recording order. It never changes,
 * because entries are only appended. The payments' times would not give a stable order, because cash that is taken
 * offline is recorded later. Undefined if the transaction has no receipt.
 */
export const buildReceipt = (
  invoice: Invoice,
  transactions: readonly Transaction[],
  transactionID: string,
): Receipt | undefined => {
  const payments = transactions.filter(({ transactionType }) => ledgerKind(transactionType) === 'payment').toReversed()
  const place = payments.findIndex((entry) => entry.transactionID === transactionID)
  const payment = payments[place]
  if (payment === undefined || whyNoReceipt(payment) !== null) return undefined
  const refunds = transactions.filter(
    ({ transactionType, details }) =>
      ledgerKind(transactionType) === 'refund' && details.linkedTransaction === transactionID,
  )
  const toLine = (entry: Transaction, sign: 1 | -1): ReceiptLine => ({
    date: toInstant(entry.transactionTime * 1000),
    description: describePayment(entry, false, invoice.language ?? standardLanguage),
    amount: entry.amount * sign,
  })
  const lines = [
    toLine(payment, 1),
    ...refunds.toSorted((a, b) => a.transactionTime - b.transactionTime).map((refund) => toLine(refund, -1)),
  ]
  const received = toDecimalAmount(toMoney(lines.reduce((sum, { amount }) => sum + roundToMoney(amount), 0)))
  return { receiptNumber: `${invoice.invoiceNumber}-R${place + 1}`, invoice, lines, received }
}
