import { formatMoney } from '#domain/money/money.ts'
import { ruleOfPaymentType } from '#domain/payments/payment-types.ts'
import {
  type InvoiceStepName,
  ledgerKind,
  shownTransactionStatus,
  type Transaction,
  transactionLabels,
} from '#domain/payments/transaction.ts'
import { formatInstant } from '#domain/time/format-time.ts'
import { toInstant } from '#domain/time/instant.ts'
import { parseZoneId } from '#domain/time/location-clock.ts'
import { centsOf, plainAmount } from './payment-part-props.ts'

/** Column Transaction: `Payment`, `Remove Discount`... */
export const nameOfTransaction = ({ transactionType }: Transaction): string =>
  transactionLabels[ledgerKind(transactionType)]

/** Column Type, in the desk's words. */
export const typeOfTransaction = ({ paymentType }: Transaction): string => ruleOfPaymentType(paymentType).label

/** What is given back or taken away again carries its sign; the column Transaction says it in words. */
const signOf = ({ transactionType }: Transaction): 1 | -1 => {
  const kind = ledgerKind(transactionType)
  return kind === 'refund' || kind === 'remove-discount' ? -1 : 1
}

export const amountOfTransaction = (transaction: Transaction): string =>
  plainAmount(transaction.amount * signOf(transaction))

/** `Refund of CA$100.00 cash`. */
export const describeTransaction = (transaction: Transaction): string =>
  `${nameOfTransaction(transaction)} of ${formatMoney(centsOf(transaction.amount), transaction.currency)}, ${typeOfTransaction(transaction).toLowerCase()}`

/** A moment of the ledger, unix seconds, on the clock it was written by: `24 Nov 2026 09:40am PST`. */
export const momentOf = (seconds: number, timezone: string): string => {
  const zone = parseZoneId(timezone)
  return zone === undefined ? '' : formatInstant(toInstant(seconds * 1000), zone)
}

export const stepNames: Readonly<Record<InvoiceStepName, string>> = {
  issued: 'Issued',
  deposit: 'Deposit',
  paid: 'Paid',
}

/** Column Status: the entry's own; of a bill, how far it is. */
export const statusOfTransaction = ({ status, steps, paymentType }: Transaction): string => {
  if (steps === null || !ruleOfPaymentType(paymentType).isBill) return shownTransactionStatus(status)
  if (steps.paid.isDone) return 'Paid'
  if (steps.deposit.isDone) return 'Deposited'
  return steps.issued.isDone ? 'Issued' : 'Not issued'
}
