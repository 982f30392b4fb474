import { refundableOf } from '#domain/payments/ledger.ts'
import { paymentTypeRules, ruleOfPaymentType } from '#domain/payments/payment-types.ts'
import type { InvoiceStepName, TransactionID } from '#domain/payments/transaction.ts'
import { type InvoiceStep, invoiceStepsOfStudy } from '#domain/study/study-details.ts'
import type { Database } from './database.ts'
import { findTransactionRows, type TransactionRow, takesSteps, toEntryOfRow } from './transactions-repository.ts'

const billTypes = paymentTypeRules.filter(({ isBill }) => isBill).map(({ paymentType }) => paymentType)

/** Studies that have ever had a bill. */
export const findBilledStudies = async (db: Database): Promise<string[]> => {
  const rows = await db
    .selectFrom('transaction')
    .select('study_id')
    .distinct()
    .where('payment_type', 'in', billTypes)
    .execute()
  return rows.map(({ study_id }) => study_id)
}

/**
 * How far the bill of a study is, by its ledger: the least advanced step of the invoices that stand; `none` without one, and
 * where all were taken back. `rows`: the study's entries where they have been read already.
 */
export const readInvoiceStep = async (
  db: Database,
  studyID: string,
  rows?: readonly TransactionRow[],
): Promise<InvoiceStep> => {
  const all = rows ?? (await findTransactionRows(db, studyID))
  const entries = all.map(toEntryOfRow)
  const standing = all.filter(
    (row) =>
      ruleOfPaymentType(row.payment_type).isBill &&
      takesSteps(row) &&
      refundableOf(entries, row.transaction_id as TransactionID) > 0,
  )
  if (standing.length === 0) return 'none'
  const toggles = await db
    .selectFrom('transaction_step')
    .select(['transaction_id', 'step', 'is_done'])
    .where(
      'transaction_id',
      'in',
      standing.map((row) => row.transaction_id),
    )
    .orderBy('place')
    .execute()
  const byBill = Map.groupBy(toggles, (toggle) => toggle.transaction_id)
  const reached = standing.map((row) => {
    const isDone = (step: InvoiceStepName): boolean =>
      byBill.get(row.transaction_id)?.findLast((toggle) => toggle.step === step)?.is_done === 1
    return invoiceStepsOfStudy.indexOf(toStep(isDone))
  })
  return invoiceStepsOfStudy[Math.min(...reached)] ?? 'none'
}

const toStep = (isDone: (step: InvoiceStepName) => boolean): InvoiceStep => {
  if (isDone('paid')) return 'paid'
  if (isDone('deposit')) return 'deposited'
  return isDone('issued') ? 'issued' : 'not-issued'
}
