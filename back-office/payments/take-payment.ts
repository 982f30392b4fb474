import type { RouteAnswer } from '#contract/back-office.ts'
import { ruleOfPaymentType } from '#domain/payments/payment-types.ts'
import type { HandlerContext, HandlerInput } from '../kernel/handler.ts'
import { findVisibleStudy } from '../study-access/visible-study.ts'
import { settleByIntent } from './card.ts'
import { recordPayment } from './record.ts'
import { settleBlockingAttempt } from './settle-blocking-attempt.ts'

type TakePaymentContext = Pick<
  HandlerContext,
  | 'caller'
  | 'cardProcessor'
  | 'db'
  | 'environment'
  | 'idempotencyKey'
  | 'kind'
  | 'log'
  | 'newId'
  | 'now'
  | 'openPromoUsers'
  | 'reconciliation'
  | 'setAuditSubject'
  | 'supportPhone'
>

/** Takes a payment: a card payment is settled by its intent, any other is recorded as entered. */
export const takePayment = async (
  { params, body }: Pick<HandlerInput<'recordPayment'>, 'params' | 'body'>,
  context: TakePaymentContext,
): Promise<RouteAnswer<'recordPayment'>> => {
  if (ruleOfPaymentType(body.payment.paymentType).tender === 'card') {
    const study = await findVisibleStudy(context.db, params.studyId, context)
    context.setAuditSubject({ memberID: study.patient_id, locationID: study.location_id })
    const moved = await settleByIntent(body.payment.paymentIntent ?? '', study, context)
    const { proactiveBooking } = moved.study.config
    return { ...moved, redirect: null, proactiveBooking, automaticallyIssued: false }
  }
  await settleBlockingAttempt(params.studyId, context)
  return recordPayment(params.studyId, body, context)
}
