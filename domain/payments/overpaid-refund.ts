import { type Money, toMoney } from '../values/money.ts'
import { refundPlan } from './refund.ts'
import { ledgerKind, type Transaction, type TransactionID } from './transaction.ts'

/** The query flag of a payment page that opens the refund of an overpaid amount. */
export const overpaidRefundFlag = 'refundOverpaid'

/**
 * Returns the refund that returns an overpaid amount: the latest payment that covers it, otherwise the payment with the
 * most left to refund. A gift card that can be refunded only in full is chosen only if its amount equals the overpaid
 * amount. Null if no payment can be refunded. @internal Tests check its cases directly.
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

/**
 * The next step of a page whose address has {@link overpaidRefundFlag}. `wait`: the refund may become possible later.
 */
type OverpaidRefundStep =
  | { readonly kind: 'wait' }
  | { readonly kind: 'open'; readonly refund: NonNullable<ReturnType<typeof overpaidRefund>> }
  | { readonly kind: 'refused'; readonly why: 'other-refund' | 'no-payment' | 'not-overpaid' }

/**
 * Returns the next step of a page whose address has {@link overpaidRefundFlag}. A refund that is already open stays,
 * because replacing it would lose the user's input.
 */
export const stepOfOverpaidRefund = (page: {
  readonly transactions: readonly Transaction[]
  readonly overpaid: Money
  /** Whether the ledger is shown and this user can refund now. */
  readonly isPossible: boolean
  readonly isRefundOpen: boolean
}): OverpaidRefundStep => {
  if (!page.isPossible) return { kind: 'wait' }
  if (page.isRefundOpen) return { kind: 'refused', why: 'other-refund' }
  if (page.overpaid <= 0) return { kind: 'refused', why: 'not-overpaid' }
  const refund = overpaidRefund(page.transactions, page.overpaid)
  return refund === null ? { kind: 'refused', why: 'no-payment' } : { kind: 'open', refund }
}
