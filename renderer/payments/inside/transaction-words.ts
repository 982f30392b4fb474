import { formatAmount, formatMoney, formatTableAmount } from '#domain/format/format-money.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import { ruleOfPaymentType } from '#domain/payments/payment-types.ts'
import {
  ledgerKind,
  shownTransactionStatus,
  type Transaction,
  transactionLabels,
} from '#domain/payments/transaction.ts'
import { toInstant } from '#domain/values/instant.ts'
import { parseZoneId } from '#domain/values/location-clock.ts'
import { roundToMoney, toMoney } from '#domain/values/money.ts'

/** The texts of the transactions: their table, the dialog that shows one transaction, and its steps. */
export const transactionWords = {
  table: {
    title: 'Transaction Details',
    caption: "This study's transactions, newest first",
    empty: 'Payments, discounts and refunds will appear here.',
    transaction: 'Transaction',
    type: 'Type',
    amount: 'Amount',
    amountSign: 'Positive amounts reduce the balance',
    date: 'Date',
    status: 'Status',
    actions: 'Actions',
    view: 'View',
    viewOne: (transaction: string) => `View ${transaction}`,
    refund: 'Refund',
    refundOne: (transaction: string) => `Refund ${transaction}`,
    remove: 'Remove',
    removeOne: (transaction: string) => `Remove ${transaction}`,
    ofZero: 'This transaction is for 0.00, so there is nothing to refund.',
  },
  dialog: {
    title: 'Transaction',
    close: 'Close',
    failed: 'Error fetching transaction details',
    tryAgain: 'Try again',
    loading: 'Loading transaction',
    transaction: 'Transaction',
    type: 'Type',
    amount: 'Amount',
    refundable: 'Refundable',
    date: 'Date',
    status: 'Status',
    processedBy: 'Processed by',
    number: 'Transaction ID',
    sku: 'SKU',
    reference: 'Reference',
    giftCard: 'Gift card',
    card: 'Card',
    interac: 'Interac',
    interacHint: 'Yes. Refunds need the card present.',
    promo: 'Promo',
    referralCode: 'Referral code',
    invoicePayer: 'Invoice payer',
    classification: 'Classification',
    undoes: 'Reverses',
    externalRefund: 'External refund',
    externalRefundHint: 'Refunded outside Atrium and recorded in Atrium',
    owesMore: (amount: string) => `${amount} (member owes more)`,
    owesLess: (amount: string) => `${amount} (member owes less)`,
    reason: 'Reason',
  },
  steps: {
    title: 'Steps',
    names: { issued: 'Issued', deposit: 'Deposited', paid: 'Paid' },
    done: 'Done',
    notDone: 'Not done',
    mark: { issued: 'Mark as issued', deposit: 'Mark as deposited', paid: 'Mark as paid' },
    unmark: { issued: 'Mark as not issued', deposit: 'Mark as not deposited', paid: 'Mark as not paid' },
    by: (name: string) => `by ${name}`,
    method: 'Payment method',
    methods: { cash: 'Cash', cheque: 'Cheque', credit: 'Credit', debit: 'Debit' },
    amount: 'Amount',
    commit: (mark: string, amount: string) => `${mark}: ${amount}`,
    leave: 'Cancel',
  },
  status: { paid: 'Paid', deposited: 'Deposited', issued: 'Issued', notIssued: 'Not issued' },
  describe: (name: string, amount: string, type: string) => `${name} of ${amount}, ${type}`,
  refunded: (amount: string) => `${amount} refunded`,
  removed: (amount: string) => `${amount} removed`,
}

/** Returns the text in the Transaction column: `Payment`, `Remove Discount`... */
export const nameOfTransaction = ({ transactionType }: Transaction): string =>
  transactionLabels[ledgerKind(transactionType)]

/** Returns the text in the Type column: the label of the payment type. */
export const typeOfTransaction = ({ paymentType }: Transaction): string => ruleOfPaymentType(paymentType).label

/**
 * Returns the sign of an entry, by the table's only convention: positive amounts reduce the balance, negative ones
 * raise it.
 */
const signOf = ({ transactionType }: Transaction): 1 | -1 =>
  ['refund', 'remove-discount', 'charge', 'reconciliation'].includes(ledgerKind(transactionType)) ? -1 : 1

export const amountOfTransaction = (transaction: Transaction): string =>
  formatTableAmount(roundToMoney(transaction.amount * signOf(transaction)))

/** Describes a transaction: `Refund of CA$100.00, cash`. */
export const describeTransaction = (transaction: Transaction): string =>
  transactionWords.describe(
    nameOfTransaction(transaction),
    formatMoney(roundToMoney(transaction.amount), transaction.currency),
    typeOfTransaction(transaction).toLowerCase(),
  )

/**
 * Returns the amount of {@link amountOfTransaction} with its currency: `−CA$100.00`. A reconciliation has the sign that
 * was entered, with its meaning: `−CA$200.00 (member owes less)`.
 */
export const signedAmountOfTransaction = (transaction: Transaction): string => {
  const { amount, currency, transactionType } = transaction
  if (ledgerKind(transactionType) !== 'reconciliation') return formatAmount(amount * signOf(transaction), currency)
  const { owesMore, owesLess } = transactionWords.dialog
  return (amount > 0 ? owesMore : owesLess)(formatAmount(amount, currency))
}

/** Returns how much of an entry was refunded or removed so far: `100.00 refunded`; empty if nothing was. */
export const undoneWords = ({ transactionID, transactionType }: Transaction, all: readonly Transaction[]): string => {
  const undone = all
    .filter(({ details }) => details.linkedTransaction === transactionID)
    .reduce((total, { amount }) => total + roundToMoney(amount), 0)
  if (undone === 0) return ''
  const amount = formatTableAmount(toMoney(undone))
  return ledgerKind(transactionType) === 'discount'
    ? transactionWords.removed(amount)
    : transactionWords.refunded(amount)
}

/**
 * Describes the entry that a refund or removal undoes, with the time of that entry, and also with its date if the
 * refund or removal was on another day. Returns only the entry's id if the entry is not in `all`, and null if
 * `transaction` undoes no entry.
 */
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

/** Returns the text in the Status column: the progress of an invoice, or the status of any other entry. */
export const statusOfTransaction = ({ status, steps, paymentType }: Transaction): string => {
  if (steps === null || !ruleOfPaymentType(paymentType).isBill) return shownTransactionStatus(status)
  if (steps.paid.isDone) return transactionWords.status.paid
  if (steps.deposit.isDone) return transactionWords.status.deposited
  return steps.issued.isDone ? transactionWords.status.issued : transactionWords.status.notIssued
}
