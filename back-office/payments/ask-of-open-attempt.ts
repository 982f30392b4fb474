import type { HandlerContext } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import type { PaymentAttemptRow } from '../repositories/payment-attempts-repository.ts'
import { settleOpenAttempt } from './card-begin.ts'

type AskOfOpenAttemptContext = Pick<
  HandlerContext,
  'cardProcessor' | 'db' | 'kind' | 'log' | 'newId' | 'now' | 'supportPhone'
>

/**
 * Lets an attempt that has ended at the processor end here too, so that nobody waits at the desk for a card long put away. What
 * the processor does not know, or cannot be asked about, stays open and is refused by the operation itself. Gives what ended.
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
