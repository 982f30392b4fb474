import { ruleOfPaymentType } from '#domain/payments/payment-types.ts'
import {
  type InvoiceStepName,
  ledgerKind,
  shownTransactionStatus,
  type Transaction,
  transactionLabels,
} from '#domain/payments/transaction.ts'
import { formatInstant } from '#domain/values/format-time.ts'
import { toInstant } from '#domain/values/instant.ts'
import { parseZoneId } from '#domain/values/location-clock.ts'
import { formatMoney, roundToMoney, toMoney } from '#domain/values/money.ts'
import { amountWords, plainAmount } from '../../kit/amount-words.ts'

/** Returns the column Transaction: `Payment`, `Remove Discount`... */
export const nameOfTransaction = ({ transactionType }: Transaction): string =>
  transactionLabels[ledgerKind(transactionType)]

/** Returns the column Type, in the labels of the payment types. */
export const typeOfTransaction = ({ paymentType }: Transaction): string => ruleOfPaymentType(paymentType).label

/**
 * Returns the sign of an entry, the only sign convention of the table: positive amounts reduce the balance, negative
 * ones raise it.
 */
const signOf = ({ transactionType }: Transaction): 1 | -1 =>
  ['refund', 'remove-discount', 'charge', 'reconciliation'].includes(ledgerKind(transactionType)) ? -1 : 1

export const amountOfTransaction = (transaction: Transaction): string =>
  plainAmount(roundToMoney(transaction.amount * signOf(transaction)))

/** Returns `Refund of CA$100.00, cash`. */
export const describeTransaction = (transaction: Transaction): string =>
  `${nameOfTransaction(transaction)} of ${formatMoney(roundToMoney(transaction.amount), transaction.currency)}, ${typeOfTransaction(transaction).toLowerCase()}`

/** Returns the same amount with the currency: `-CA$100.00`. */
export const signedAmountOfTransaction = (transaction: Transaction): string =>
  amountWords(transaction.amount * signOf(transaction), transaction.currency)

/** Returns how much of an entry was refunded or removed so far: `100.00 refunded`; empty where nothing was. */
export const undoneWords = ({ transactionID, transactionType }: Transaction, all: readonly Transaction[]): string => {
  const undone = all
    .filter(({ details }) => details.linkedTransaction === transactionID)
    .reduce((total, { amount }) => total + roundToMoney(amount), 0)
  if (undone === 0) return ''
  return `${plainAmount(toMoney(undone))} ${ledgerKind(transactionType) === 'discount' ? 'removed' : 'refunded'}`
}

/** Describes the entry that a refund or removal undoes, with its date if that differs; null where it undoes none. */
export const describeUndone = (transaction: Transaction, all: readonly Transaction[]): string | null => {
  const { linkedTransaction } = transaction.details
  const undone = all.find(({ transactionID }) => transactionID === linkedTransaction)
  if (undone === undefined) return linkedTransaction
  const moment = momentOf(undone.transactionTime, undone.timezone)
  const day = momentOf(transaction.transactionTime, transaction.timezone).slice(0, dayLength)
  const [time = ''] = moment.slice(dayLength + 1).split(' ')
  return `${describeTransaction(undone)}, ${moment.startsWith(day) ? time : moment}`
}

const dayLength = 'DD MMM YYYY'.length

/** Formats a moment of the ledger, unix seconds, in the time zone of its entry: `24 Nov 2026 09:40am PST`. */
export const momentOf = (seconds: number, timezone: string): string => {
  const zone = parseZoneId(timezone)
  return zone === undefined ? '' : formatInstant(toInstant(seconds * 1000), zone)
}

export const stepNames: Readonly<Record<InvoiceStepName, string>> = {
  issued: 'Issued',
  deposit: 'Deposit',
  paid: 'Paid',
}

/** Returns the column Status: the entry's own, or the progress of an invoice. */
export const statusOfTransaction = ({ status, steps, paymentType }: Transaction): string => {
  if (steps === null || !ruleOfPaymentType(paymentType).isBill) return shownTransactionStatus(status)
  if (steps.paid.isDone) return 'Paid'
  if (steps.deposit.isDone) return 'Deposited'
  return steps.issued.isDone ? 'Issued' : 'Not issued'
}
