import type { RouteAnswer } from '#contract/back-office.ts'
import { toInteracRefund } from '#domain/payments/interac-refund.ts'
import { refundableOf } from '#domain/payments/ledger.ts'
import type { TransactionID } from '#domain/payments/transaction.ts'
import { type HandlerContext, type HandlerInput, mayWorkAt, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { findLocation } from '../repositories/locations-repository.ts'
import { findAttemptOfIntent } from '../repositories/payment-attempts-repository.ts'
import {
  detailsOf,
  findPaymentByReference,
  findTransactionRow,
  findTransactionRows,
  toEntryOfRow,
} from '../repositories/transactions-repository.ts'
import { processorUnavailable } from './card-record.ts'
import { chargeReferenceOf } from './card-refund.ts'
import { backOfficePaymentsWords } from './payments-words.ts'

/**
 * Returns what a reader needs to refund an Interac payment. Throws 404 for an unknown payment; 409 `step-not-allowed`
 * for a payment that was not an Interac payment; 503 `processor-unavailable`.
 */
export const readInteracRefund = async (
  referenceID: string,
  context: Pick<HandlerContext, 'caller' | 'cardProcessor' | 'db' | 'setAuditSubject'>,
): Promise<RouteAnswer<'readInteracRefund'>> => {
  const missing = new Refusal('not-found', backOfficePaymentsWords.locationsPaymentNotFound)
  const attempt = await findAttemptOfIntent(context.db, referenceID)
  const row =
    (await findTransactionRow(context.db, attempt?.transaction_id ?? referenceID)) ??
    (await findPaymentByReference(context.db, referenceID)).find(
      (found) => detailsOf(found).referenceID === referenceID,
    )
  if (row === undefined || !mayWorkAt(requireCaller(context), row.location_id)) throw missing
  context.setAuditSubject({ studyID: row.study_id, locationID: row.location_id })
  const details = detailsOf(row)
  const entries = (await findTransactionRows(context.db, row.study_id)).map(toEntryOfRow)
  const transactionID = row.transaction_id as TransactionID
  const refund = toInteracRefund(
    { isInterac: details.isInterac, currency: row.currency },
    refundableOf(entries, transactionID),
  )
  if (refund === null) {
    throw new Refusal('step-not-allowed', backOfficePaymentsWords.notInterac)
  }
  const intent = await context.cardProcessor.readIntent(chargeReferenceOf(row, context.cardProcessor) ?? '')
  if (!intent.ok || intent.value.chargeID === null) throw processorUnavailable()
  return { ...refund, chargeID: intent.value.chargeID, transactionID }
}

/** Returns a token with which a reader connects to the card processor. Throws 503 `processor-unavailable`. */
export const readTerminalToken = async (
  locationID: string,
  context: Pick<HandlerContext, 'cardProcessor' | 'db' | 'log'>,
): Promise<RouteAnswer<'readTerminalToken'>> => {
  const location = await findLocation(context.db, locationID)
  const token = await context.cardProcessor.connectionToken(locationID, location?.terminalLocation)
  if (token.ok) return token.value
  context.log('warning', 'cards.connection-token-refused', { code: token.code })
  throw new Refusal('processor-unavailable', backOfficePaymentsWords.noConnectionToken)
}

/** Confirms a payment at the simulated processor, as its card window does. Throws 404 with any other processor. */
export const confirmSimulatedPayment = async (
  body: HandlerInput<'confirmSimulatedPayment'>['body'],
  context: Pick<HandlerContext, 'cardProcessor'>,
): Promise<RouteAnswer<'confirmSimulatedPayment'>> => {
  const confirm = context.cardProcessor.confirmSimulated
  const missing = new Refusal('not-found', backOfficePaymentsWords.simulatedNotFound)
  if (confirm === null) throw missing
  const answer = await confirm(body.client_secret, body.payment_method)
  if (!answer.ok) throw missing
  const { id, status, error } = answer.value
  return {
    id,
    status,
    error: error && { code: error.code, decline_code: error.declineCode, message: error.message },
  }
}
