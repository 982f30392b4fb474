import { ruleOfPaymentType } from '#domain/payments/payment-types.ts'
import type { Handlers } from '../rest/handler.ts'
import { RouteFailure } from '../rest/route-failure.ts'
import { readGiftCard, readInvoice, readPayments, readTransaction, readTransactionOfType } from './payments.ts'
import { applyPromo, applyReferral } from './payments-discounts.ts'
import { changePrice, reconcile } from './payments-finance.ts'
import { recordPayment, recordWhitelabelPayment } from './payments-record.ts'
import { findRefunded, isCardRefund, refundByHand } from './payments-refund.ts'
import { updateTransaction } from './payments-steps.ts'

type PaymentRoutes =
  | 'readPayments'
  | 'readOnlineBookingPayments'
  | 'readTransaction'
  | 'readTransactionOfType'
  | 'recordPayment'
  | 'recordWhitelabelPayment'
  | 'applyPromo'
  | 'applyReferral'
  | 'updateTransaction'
  | 'refundTransaction'
  | 'reconcile'
  | 'changePrice'
  | 'readGiftCard'
  | 'readInvoice'

/** The calls about a study's ledger (booking spec §7 Payment), each behind its operation; card payments go to theirs. */
export const paymentHandlers: Handlers<PaymentRoutes> = {
  readPayments: ({ params }, context) => readPayments(params.studyId, context),
  readOnlineBookingPayments: ({ params }, context) => readPayments(params.studyId, context),
  readTransaction: ({ params }, context) => readTransaction(params.transactionID, context),
  readTransactionOfType: ({ params }, context) =>
    readTransactionOfType(params.studyId, params.transactionType, context),
  recordPayment: async ({ params, body }, context) => {
    if (ruleOfPaymentType(body.payment.paymentType).tender === 'card') {
      throw new RouteFailure(503, 'processor-unavailable', 'Cards cannot be taken here at present.')
    }
    return recordPayment(params.studyId, body, context)
  },
  recordWhitelabelPayment: ({ params, body }, context) => recordWhitelabelPayment(params.studyId, body, context),
  applyPromo: ({ params, body }, context) => applyPromo(params.studyId, params.promoID, body, context),
  applyReferral: ({ params }, context) => applyReferral(params.studyId, params.code, context),
  updateTransaction: ({ params, body }, context) =>
    updateTransaction(params.studyId, params.transactionID, body, context),
  refundTransaction: async ({ params, body }, context) => {
    const row = await findRefunded(context.db, params.studyId, params.id)
    if (isCardRefund(row, body)) {
      throw new RouteFailure(503, 'processor-unavailable', 'Cards cannot be refunded here at present.')
    }
    return refundByHand(params.studyId, params.id, body, context)
  },
  reconcile: ({ params, body }, context) => reconcile(params.studyId, body, context),
  changePrice: ({ params, body }, context) => changePrice(params.studyId, body, context),
  readGiftCard: ({ params }, context) => readGiftCard(params.studyId, params.number, context),
  readInvoice: ({ params }, context) => readInvoice(params.studyId, context),
}
