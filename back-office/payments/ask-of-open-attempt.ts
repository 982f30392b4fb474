import type { HandlerContext } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import type { PaymentAttemptRow } from '../repositories/payment-attempts-repository.ts'
import { settleOpenAttempt } from './card-begin.ts'

type AskOfOpenAttemptContext = Pick<
  HandlerContext,
  'cardProcessor' | 'db' | 'kind' | 'log' | 'newId' | 'now' | 'supportPhone'
>

/**
 * Ends an attempt that has ended at the processor, so that staff need not wait for it. An attempt stays open, and the
 * operation refuses it, if the processor has no record of it or is unreachable. Returns the attempts that ended.
 */
export const askOfOpenAttempt = async (
  studyID: string,
  context: AskOfOpenAttemptContext,
): Promise<readonly PaymentAttemptRow[]> => {
  try {
    return await settleOpenAttempt(studyID, context)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return []
  }
}
