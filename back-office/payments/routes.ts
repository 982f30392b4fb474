import { ruleOfPaymentType } from '#domain/payments/payment-types.ts'
import type { HandlerContext, Handlers } from '../kernel/handler.ts'
import { RouteFailure } from '../kernel/route-failure.ts'
import type { PaymentAttemptRow } from '../repositories/payment-attempts-repository.ts'
import { findVisibleStudy } from '../study-access/visible-study.ts'
import { refundCard, settleByIntent } from './card.ts'
import { refuseJustRecorded, settleOpenAttempt } from './card-begin.ts'
import { toMinor } from './checks.ts'
import { applyPromo, applyReferral } from './discounts.ts'
import { changePrice, reconcile } from './finance.ts'
import { readGiftCard, readInvoice, readPayments, readTransaction, readTransactionOfType } from './payments.ts'
import { recordPayment, recordWhitelabelPayment } from './record.ts'
import { findRefunded, isCardRefund, refundByHand } from './refund.ts'
import { updateTransaction } from './steps.ts'

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
      const study = await findVisibleStudy(context.db, params.studyId, context)
      context.setAuditSubject({ memberID: study.patient_id, locationID: study.location_id })
      const moved = await settleByIntent(body.payment.paymentIntent ?? '', study, context)
      const { proactiveBooking } = moved.study.config
      return { ...moved, redirect: null, proactiveBooking, automaticallyIssued: false }
    }
    await askOfOpenAttempt(params.studyId, context)
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
      const study = await findVisibleStudy(context.db, params.studyId, context)
      context.setAuditSubject({ memberID: study.patient_id, locationID: study.location_id })
      return refundCard(
        {
          study,
          transaction: row,
          amount: toMinor(body.amount),
          memo: body.memo.trim(),
          interacTransaction: body.interacTransaction ?? null,
        },
        context,
      )
    }
    refuseJustRecorded(await askOfOpenAttempt(params.studyId, context), row.transaction_id)
    return refundByHand(params.studyId, params.id, body, context)
  },
  reconcile: ({ params, body }, context) => reconcile(params.studyId, body, context),
  changePrice: ({ params, body }, context) => changePrice(params.studyId, body, context),
  readGiftCard: ({ params }, context) => readGiftCard(params.studyId, params.number, context),
  readInvoice: ({ params }, context) => readInvoice(params.studyId, context),
}

/**
 * Lets an attempt that has ended at the processor end here too, so that nobody waits at the desk for a card long put away. What
 * the processor does not know, or cannot be asked about, stays open and is refused by the operation itself. Gives what ended.
 */
const askOfOpenAttempt = async (studyID: string, context: HandlerContext): Promise<readonly PaymentAttemptRow[]> => {
  try {
    return await settleOpenAttempt(studyID, context)
  } catch (error) {
    if (!(error instanceof RouteFailure)) throw error
    return []
  }
}
