import { type Money, toMoney } from '../values/money.ts'
import { refundPlan } from './refund.ts'
import { ledgerKind, type Transaction, type TransactionID } from './transaction.ts'

/** The query flag of a payment page that opens the refund of what was overpaid. */
export const overpaidRefundFlag = 'refundOverpaid'

/**
 * Returns the refund that returns an overpaid amount: the latest payment that covers it, otherwise the payment with the
 * most left to refund. A gift card that is refunded only in full is used only for exactly that amount. Null if no
 * payment can be refunded.
 */
export const overpaidRefund = (
  transactions: readonly Transaction[],
  overpaid: Money,
): { readonly transactionID: TransactionID; readonly amount: Money } | null => {
  if (overpaid <= 0) return null
  const payments = transactions
    .filter(({ transactionType }) => ledgerKind(transactionType) === 'payment')
    .map((entry) => ({ entry, ...refundPlan(entry) }))
    .filter(({ cap, fixedAmount }) => cap > 0 && (fixedAmount === null || fixedAmount === overpaid))
    .toSorted((a, b) => b.entry.transactionTime - a.entry.transactionTime)
  const [most] = payments.toSorted((a, b) => b.cap - a.cap)
  const chosen = payments.find(({ cap }) => cap >= overpaid) ?? most
  return chosen === undefined
    ? null
    : { transactionID: chosen.entry.transactionID, amount: toMoney(Math.min(chosen.cap, overpaid)) }
}
