import { refundableOf } from '#domain/payments/ledger.ts'
import { ruleOfPaymentType } from '#domain/payments/payment-types.ts'
import type { InvoiceStepName, TransactionID } from '#domain/payments/transaction.ts'
import { invoiceStepsOfStudy, type StudyInvoiceStep } from '#domain/study/study-details.ts'
import type { Database } from '../database/database.ts'
import {
  findTransactionRows,
  type TransactionRow,
  type TransactionStepRow,
  takesSteps,
  toEntryOfRow,
} from './transactions-repository.ts'

/** Returns a study's bills that are not fully refunded. */
const unrefundedBills = (rows: readonly TransactionRow[]): readonly TransactionRow[] => {
  const bills = rows.filter((row) => ruleOfPaymentType(row.payment_type).isBill && takesSteps(row))
  if (bills.length === 0) return bills
  const entries = rows.map(toEntryOfRow)
  return bills.filter((row) => refundableOf(entries, row.transaction_id as TransactionID) > 0)
}

/**
 * Returns the step that the least advanced of a study's bills has reached. Fully refunded bills do not count: if the
 * study has only such bills, or no bills, the step is `none`. `rows` are the study's entries; `toggles` are the toggles
 * of the entries' steps, oldest first.
 */
export const toInvoiceStep = (
  rows: readonly TransactionRow[],
  toggles: readonly Pick<TransactionStepRow, 'transaction_id' | 'step' | 'is_done'>[],
): StudyInvoiceStep => {
  const openBills = unrefundedBills(rows)
  if (openBills.length === 0) return 'none'
  const reached = openBills.map(({ transaction_id }) => {
    const isDone = (step: InvoiceStepName): boolean =>
      toggles.findLast((toggle) => toggle.transaction_id === transaction_id && toggle.step === step)?.is_done === 1
    return invoiceStepsOfStudy.indexOf(toStep(isDone))
  })
  return invoiceStepsOfStudy[Math.min(...reached)] ?? 'none'
}

/** Returns {@link toInvoiceStep} of the current ledger. `rows`: the study's entries, if already read. */
export const readInvoiceStep = async (
  db: Database,
  studyID: string,
  rows?: readonly TransactionRow[],
): Promise<StudyInvoiceStep> => {
  const all = rows ?? (await findTransactionRows(db, studyID))
  const ids = unrefundedBills(all).map((row) => row.transaction_id)
  if (ids.length === 0) return 'none'
  const toggles = await db
    .selectFrom('transaction_step')
    .select(['transaction_id', 'step', 'is_done'])
    .where('transaction_id', 'in', ids)
    .orderBy('place')
    .execute()
  return toInvoiceStep(all, toggles)
}

const toStep = (isDone: (step: InvoiceStepName) => boolean): StudyInvoiceStep => {
  if (isDone('paid')) return 'paid'
  if (isDone('deposit')) return 'deposited'
  return isDone('issued') ? 'issued' : 'not-issued'
}
