import { type Money, parseDecimalAmount, toMoney } from '../values/money.ts'
import type { PaymentType } from './payment-types.ts'
import {
  type LedgerKind,
  ledgerKind,
  type Transaction,
  type TransactionID,
  type TransactionStatus,
} from './transaction.ts'

/**
 * The fields of an entry that the rules need. Amounts are integer minor units; only the amount of a `reconciliation`
 * may be below 0.
 */
export type LedgerEntry = {
  readonly transactionID: TransactionID
  readonly kind: LedgerKind
  readonly paymentType: PaymentType
  readonly amount: Money
  readonly status: TransactionStatus
  /** The entry that a refund or a removal undoes; null for all other kinds. */
  readonly linkedTransaction: TransactionID | null
}

/** A refund under way that is not in the ledger yet; its amount counts as refunded. */
export type PendingRefund = { readonly transactionID: TransactionID; readonly amount: Money }

/**
 * Invoice summary (both specs §3), in integer minor units. Every part except `reconciliationAdjust` and `balance` is 0
 * or more, unless an entry undoes one that is not in the ledger.
 */
export type LedgerSummary = {
  readonly price: Money
  /** Price, add-ons and charges. */
  readonly totalPrice: Money
  readonly discountPromo: Money
  readonly discountReferral: Money
  /** Share Health Credits used. */
  readonly discountReferralCredit: Money
  /** The part of `paid` that was prepaid. */
  readonly serviceCreditUse: Money
  /** Payments less refunds of payments. */
  readonly paid: Money
  readonly reconciliationAdjust: Money
  /** The open balance; below 0 after an overpayment. */
  readonly balance: Money
  /** The balance as shown: never below 0 (booking spec §2). */
  readonly totalBalance: Money
  /** The overpaid amount; 0 or more. */
  readonly overpaid: Money
  /** The part of `paid` that is not captured yet (decisions §5). */
  readonly uncaptured: Money
}

const sum = (amounts: readonly number[]): Money => toMoney(amounts.reduce((total, amount) => total + amount, 0))

/**
 * Returns the ledger entry of a contract transaction. Throws a RangeError for an invalid amount, which is a bug in the
 * code that stored it.
 */
export const toLedgerEntry = (transaction: Transaction): LedgerEntry => {
  const amount = parseDecimalAmount(transaction.amount)
  if (amount === undefined) throw new RangeError('a transaction has an amount of at most 2 decimals')
  return {
    transactionID: transaction.transactionID,
    kind: ledgerKind(transaction.transactionType),
    paymentType: transaction.paymentType,
    amount,
    status: transaction.status,
    linkedTransaction: transaction.details.linkedTransaction,
  }
}

/**
 * Returns whether a payment was ever made, with credits or otherwise. A refund does not change this (booking spec §5,
 * location).
 */
export const isPaymentMade = (entries: readonly Pick<LedgerEntry, 'kind'>[]): boolean =>
  entries.some(({ kind }) => kind === 'payment' || kind === 'credit')

/** Returns the kind of entry that undoes this kind; null if it cannot be undone. */
export const undoneBy = (kind: LedgerKind): 'refund' | 'remove-discount' | null => {
  switch (kind) {
    case 'payment':
    case 'credit':
      return 'refund'
    case 'discount':
      return 'remove-discount'
    default:
      return null
  }
}

const isUndoing = (kind: LedgerKind): boolean => kind === 'refund' || kind === 'remove-discount'

/**
 * Returns the amount of one entry that can still be refunded: its amount less past and pending refunds, never below 0.
 * It is 0 for unknown entries and for kinds that cannot be undone.
 */
export const refundableOf = (
  entries: readonly LedgerEntry[],
  transactionID: TransactionID,
  pending: readonly PendingRefund[] = [],
): Money => {
  const entry = entries.find((candidate) => candidate.transactionID === transactionID)
  if (entry === undefined || undoneBy(entry.kind) === null) return toMoney(0)
  const undoings = entries.filter((other) => isUndoing(other.kind) && other.linkedTransaction === transactionID)
  const going = pending.filter((other) => other.transactionID === transactionID)
  const left = entry.amount - sum(undoings.map(({ amount }) => amount)) - sum(going.map(({ amount }) => amount))
  return toMoney(Math.max(0, left))
}

/**
 * Sums a study's ledger. The same entries in any order give the same summary, and the parts add up: `balance =
 * totalPrice - discountPromo - discountReferral - discountReferralCredit - paid + reconciliationAdjust`. `price` is
 * that of the booked item and `addons` the total of its add-ons, in minor units.
 */
export const summarizeLedger = (
  price: Money,
  entries: readonly LedgerEntry[],
  addons: Money = toMoney(0),
): LedgerSummary => {
  const byID = new Map(entries.map((entry) => [entry.transactionID, entry]))
  /**
   * The entries as they count in the sums: an undoing entry has the kind, type and status of the entry that it undoes,
   * and a negative amount.
   */
  const signed = entries.map((entry) => {
    if (!isUndoing(entry.kind)) return entry
    const undone = entry.linkedTransaction === null ? undefined : byID.get(entry.linkedTransaction)
    const { kind, paymentType, status } = undone ?? {
      kind: entry.kind === 'refund' ? ('payment' as const) : ('discount' as const),
      paymentType: entry.paymentType,
      status: entry.status,
    }
    return { kind, paymentType, status, amount: -entry.amount }
  })
  const of = (wanted: (entry: (typeof signed)[number]) => boolean): Money =>
    sum(signed.filter(wanted).map(({ amount }) => amount))
  const totalPrice = sum([price, addons, of(({ kind }) => kind === 'charge')])
  const discountReferral = of(({ kind, paymentType }) => kind === 'discount' && paymentType === 'referral code')
  const discountPromo = of(({ kind, paymentType }) => kind === 'discount' && paymentType !== 'referral code')
  const discountReferralCredit = of(({ kind }) => kind === 'credit')
  const paid = of(({ kind }) => kind === 'payment')
  const reconciliationAdjust = of(({ kind }) => kind === 'reconciliation')
  const balance = toMoney(
    totalPrice - discountPromo - discountReferral - discountReferralCredit - paid + reconciliationAdjust,
  )
  return {
    price,
    totalPrice,
    discountPromo,
    discountReferral,
    discountReferralCredit,
    serviceCreditUse: of(({ kind, paymentType }) => kind === 'payment' && paymentType === 'prepaid'),
    paid,
    reconciliationAdjust,
    balance,
    totalBalance: toMoney(Math.max(0, balance)),
    overpaid: toMoney(Math.max(0, -balance)),
    uncaptured: of(({ kind, status }) => kind === 'payment' && status === 'requires_capture'),
  }
}
