import { isInvoiceOutstanding } from '../study/invoice-outstanding.ts'
import type { Study } from '../study/study.ts'
import { ruleOfPaymentType } from './payment-types.ts'
import { ledgerKind, type Transaction } from './transaction.ts'

/** Returns the payments by invoice for which the clinic has no money yet. Fully refunded payments are omitted. */
export const unpaidBills = (transactions: readonly Transaction[]): readonly Transaction[] =>
  transactions.filter(
    ({ transactionType, paymentType, refundable, steps }) =>
      ledgerKind(transactionType) === 'payment' &&
      ruleOfPaymentType(paymentType).isBill &&
      refundable > 0 &&
      steps?.paid.isDone === false,
  )

/**
 * Returns whether a study has an unpaid invoice. Offline the transactions are not known, so the study's own invoice
 * step is checked too.
 */
export const isBilledAndUnpaid = ({
  study,
  payments,
}: {
  readonly study: Pick<Study, 'invoiceStep'>
  readonly payments: { readonly transactions: readonly Transaction[] }
}): boolean => isInvoiceOutstanding(study) || unpaidBills(payments.transactions).length > 0
