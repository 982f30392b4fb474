import { type Money, parseDecimalAmount, toMoney } from '../values/money.ts'
import type { PaymentType } from './payment-types.ts'
import {
  type LedgerKind,
  ledgerKind,
  type Transaction,
  type TransactionID,
  type TransactionStatus,
} from './transaction.ts'

/** What the rules need of an entry. Amounts are integer minor units, positive for all kinds but `reconciliation`. */
export type LedgerEntry = {
  readonly transactionID: TransactionID
  readonly kind: LedgerKind
  readonly paymentType: PaymentType
  readonly amount: Money
  readonly status: TransactionStatus
  /** What a refund or a removal undoes; null for all others. */
  readonly linkedTransaction: TransactionID | null
}

/** An amount that is being given back at this moment and not yet in the ledger: it counts as gone. */
export type PendingRefund = { readonly transactionID: TransactionID; readonly amount: Money }

/** Invoice summary (both specs §3), in integer minor units; every part is 0 or more but `reconciliationAdjust` and `balance`. */
export type LedgerSummary = {
  readonly price: Money
  /** Price and charges. */
  readonly totalPrice: Money
  readonly discountPromo: Money
  readonly discountReferral: Money
  /** Share Health Credits used. */
  readonly discountReferralCredit: Money
  /** Of what is paid, what was prepaid. */
  readonly serviceCreditUse: Money
  /** Payments less refunds of payments. */
  readonly paid: Money
  readonly reconciliationAdjust: Money
  /** What is owed; below 0 where more was paid than that. */
  readonly balance: Money
  /** Balance as it is shown: never below 0 (booking spec §2). */
  readonly totalBalance: Money
  /** What was paid too much; 0 or more. */
  readonly overpaid: Money
  /** Of what is paid, what is not captured yet (decisions §5). */
  readonly uncaptured: Money
}

const sum = (amounts: readonly number[]): Money => toMoney(amounts.reduce((total, amount) => total + amount, 0))

/** Gives the entry a transaction of the contract is. Throws a RangeError for an amount that is none: a bug of the writer. */
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

/** Kinds that can be undone, and by which kind. */
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
 * What may still be given back of one entry: its amount less what was and is being given back, never below 0. Entries of
 * kinds that cannot be undone, and unknown ones, have nothing to give back.
 */
export const refundableOf = (
  entries: readonly LedgerEntry[],
  transactionID: TransactionID,
  pending: readonly PendingRefund[] = [],
): Money => {
  const entry = entries.find((candidate) => candidate.transactionID === transactionID)
  if (entry === undefined || undoneBy(entry.kind) === null) return toMoney(0)
  const given = entries.filter((other) => isUndoing(other.kind) && other.linkedTransaction === transactionID)
  const going = pending.filter((other) => other.transactionID === transactionID)
  const left = entry.amount - sum(given.map(({ amount }) => amount)) - sum(going.map(({ amount }) => amount))
  return toMoney(Math.max(0, left))
}

/**
 * Sums a study's ledger up: the same entries in any order give the same summary, and the parts add up:
 * `balance = totalPrice - discountPromo - discountReferral - discountReferralCredit - paid + reconciliationAdjust`.
 * `price` is that of the booked item, in minor units.
 */
export const summarizeLedger = (price: Money, entries: readonly LedgerEntry[]): LedgerSummary => {
  const byID = new Map(entries.map((entry) => [entry.transactionID, entry]))
  /** An entry's kind and type, or those of the entry it undoes, with the sign it has among them. */
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
  const totalPrice = sum([price, of(({ kind }) => kind === 'charge')])
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
