import { isInvoiceOutstanding } from '../study/invoice-outstanding.ts'
import type { Study } from '../study/study.ts'
import { ruleOfPaymentType } from './payment-types.ts'
import { ledgerKind, type Transaction } from './transaction.ts'

/** Returns the payments by invoice that the clinic has no money for yet. A cancelled or refunded one is not among them. */
export const unpaidBills = (transactions: readonly Transaction[]): readonly Transaction[] =>
  transactions.filter(
    ({ transactionType, paymentType, refundable, steps }) =>
      ledgerKind(transactionType) === 'payment' &&
      ruleOfPaymentType(paymentType).isBill &&
      refundable > 0 &&
      steps?.paid.isDone === false,
  )

/**
 * Returns whether an invoice that is not paid settles what a study costs. Offline the transactions are not known; the study's
 * own invoice step says it then.
 */
export const isBilledAndUnpaid = ({
  study,
  payments,
}: {
  readonly study: Pick<Study, 'invoiceStep'>
  readonly payments: { readonly transactions: readonly Transaction[] }
}): boolean => isInvoiceOutstanding(study) || unpaidBills(payments.transactions).length > 0
