import type { RouteName } from '#contract/back-office.ts'
import type { Handlers } from '../kernel/handler.ts'
import { applyPromo, applyReferral } from './discounts.ts'
import { resolvePaymentAttempt, settlePaymentAttempt } from './end-attempt.ts'
import { changePrice, reconcile } from './finance.ts'
import { readGiftCard, readInvoice, readPayments, readTransaction, readTransactionOfType } from './read-payments.ts'
import { recordWhitelabelPayment } from './record.ts'
import { refundTransaction } from './refund-transaction.ts'
import { updateTransaction } from './steps.ts'
import { takePayment } from './take-payment.ts'
import { createTerminalPayment } from './terminal-payment.ts'
import { confirmSimulatedPayment, readInteracRefund, readTerminalToken } from './terminal-reader.ts'

/** Maps the routes of ledgers, card readers and card attempts (booking spec §7 Payment, Terminal). */
export const paymentsHandlers = {
  readPayments: ({ params }, context) => readPayments(params.studyId, context),
  readOnlineBookingPayments: ({ params }, context) => readPayments(params.studyId, context),
  readTransaction: ({ params }, context) => readTransaction(params.transactionID, context),
  readTransactionOfType: ({ params }, context) =>
    readTransactionOfType(params.studyId, params.transactionType, context),
  recordPayment: (input, context) => takePayment(input, context),
  recordWhitelabelPayment: ({ params, body }, context) => recordWhitelabelPayment(params.studyId, body, context),
  applyPromo: ({ params, body }, context) => applyPromo(params.studyId, params.promoID, body, context),
  applyReferral: ({ params }, context) => applyReferral(params.studyId, params.code, context),
  updateTransaction: ({ params, body }, context) =>
    updateTransaction(params.studyId, params.transactionID, body, context),
  refundTransaction: (input, context) => refundTransaction(input, context),
  reconcile: ({ params, body }, context) => reconcile(params.studyId, body, context),
  changePrice: ({ params, body }, context) => changePrice(params.studyId, body, context),
  readGiftCard: ({ params }, context) => readGiftCard(params.studyId, params.number, context),
  readInvoice: ({ params }, context) => readInvoice(params.studyId, context),
  readTerminalToken: ({ params }, context) => readTerminalToken(params.locationID, context),
  createTerminalPayment: (input, context) => createTerminalPayment(input, context),
  readInteracRefund: ({ params }, context) => readInteracRefund(params.referenceID, context),
  settlePaymentAttempt: (input, context) => settlePaymentAttempt(input, context),
  resolvePaymentAttempt: (input, context) => resolvePaymentAttempt(input, context),
  confirmSimulatedPayment: ({ body }, context) => confirmSimulatedPayment(body, context),
} satisfies Partial<Handlers<RouteName>>
