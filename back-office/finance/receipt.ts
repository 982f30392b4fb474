import type { RouteAnswer } from '#contract/back-office.ts'
import { noReceiptWords } from '#domain/payments/invoice-words.ts'
import { paymentMessages } from '#domain/payments/payment-messages.ts'
import { buildReceipt, type Receipt, whyNoReceipt } from '#domain/payments/receipt.ts'
import { Refusal } from '../kernel/refusal.ts'
import { backOfficePaymentsWords } from '../payments/payments-words.ts'
import { makeInvoice } from '../payments/read-payments.ts'
import { readStudyPayments } from '../payments/view.ts'
import type { StudyRow } from '../repositories/studies-repository.ts'
import { findVisibleStudy } from '../study-access/visible-study.ts'
import { drawStamped, type InvoiceMailContext, mailMoneyPaper, suppressed } from './invoice-mail.ts'

type About = { readonly studyId: string; readonly transactionID: string }

/**
 * Reads a payment's receipt as of now. Throws 404 for an unknown study or a transaction of another study; 409
 * `step-not-allowed` for a transaction that has no receipt; 409 `invoice-suppressed` while the invoice is suppressed.
 */
const readReceipt = async (
  { studyId, transactionID }: About,
  context: InvoiceMailContext,
): Promise<{ readonly study: StudyRow; readonly receipt: Receipt }> => {
  const study = await findVisibleStudy(context.db, studyId, context)
  context.setAuditSubject({ memberID: study.patient_id, locationID: study.location_id })
  const { transactions } = await readStudyPayments(context.db, study, context)
  const payment = transactions.find((entry) => entry.transactionID === transactionID)
  if (payment === undefined) throw new Refusal('not-found', backOfficePaymentsWords.transactionNotFound)
  const why = whyNoReceipt(payment)
  if (why !== null) throw new Refusal('step-not-allowed', noReceiptWords[why])
  const invoice = await makeInvoice(context.db, study, context)
  if (!invoice.isAvailable) throw suppressed(`${paymentMessages.invoiceSuppressed}.`)
  const receipt = buildReceipt(invoice, transactions, transactionID)
  if (receipt === undefined) throw new Refusal('not-found', backOfficePaymentsWords.transactionNotFound)
  return { study, receipt }
}

/** Returns a payment's receipt as a stamped PDF. Throws as {@link readReceipt} does. */
export const readReceiptPdf = async (
  about: About,
  context: InvoiceMailContext,
): Promise<RouteAnswer<'readReceiptPdf'>> => {
  const { study, receipt } = await readReceipt(about, context)
  const { bytes } = await drawStamped(study, { kind: 'receipt', receipt }, context)
  return { fileName: `${receipt.receiptNumber}.pdf`, base64: Buffer.from(bytes).toString('base64') }
}

/** Emails a payment's receipt to the member. Throws as {@link readReceipt} and `emailInvoice` do. */
export const emailReceipt = async (about: About, context: InvoiceMailContext): Promise<RouteAnswer<'emailReceipt'>> => {
  const { study, receipt } = await readReceipt(about, context)
  return mailMoneyPaper(study, { kind: 'receipt', receipt }, context)
}
