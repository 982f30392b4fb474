import type { HandlerContext } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import type { PaymentAttemptRow } from '../repositories/payment-attempts-repository.ts'
import { settleOpenAttempt } from './card-begin.ts'

type SettleBlockingAttemptContext = Pick<
  HandlerContext,
  'cardProcessor' | 'db' | 'kind' | 'log' | 'newId' | 'now' | 'supportPhone'
>

/**
 * Ends the study's open attempt if the processor has its final result, so that the attempt no longer blocks the
 * caller's payment or refund. Otherwise the attempt stays open, and the caller's own check refuses with
 * `payment-in-progress`. Returns the checked attempts in their current state; an empty list if the open attempt has not
 * ended.
 */
export const settleBlockingAttempt = async (
  studyID: string,
  context: SettleBlockingAttemptContext,
): Promise<readonly PaymentAttemptRow[]> => {
  try {
    return await settleOpenAttempt(studyID, context)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return []
  }
}
