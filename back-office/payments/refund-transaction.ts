import type { RouteAnswer } from '#contract/back-office.ts'
import type { HandlerContext, HandlerInput } from '../kernel/handler.ts'
import { findVisibleStudy } from '../study-access/visible-study.ts'
import { refundCard } from './card.ts'
import { refuseJustRecorded } from './card-begin.ts'
import { toMinor } from './checks.ts'
import { findRefunded, isCardRefund, refundByHand } from './refund.ts'
import { settleBlockingAttempt } from './settle-blocking-attempt.ts'

type RefundTransactionContext = Pick<
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

/**
 * Refunds a transaction. A card payment is refunded to its card, unless staff refunded it outside Atrium. Every other
 * refund is only recorded.
 */
export const refundTransaction = async (
  { params, body }: Pick<HandlerInput<'refundTransaction'>, 'params' | 'body'>,
  context: RefundTransactionContext,
): Promise<RouteAnswer<'refundTransaction'>> => {
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
  refuseJustRecorded(await settleBlockingAttempt(params.studyId, context), row.transaction_id)
  return refundByHand(params.studyId, params.id, body, context)
}
