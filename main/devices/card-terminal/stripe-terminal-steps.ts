import { scriptNotLoaded } from '#contract/provider-window.ts'
import type { CollectOutcome, CollectRequest } from './card-terminal.ts'
import {
  doneSchema,
  judgeCollectError,
  judgeProcessError,
  judgeRefundError,
  processedSchema,
  refundedSchema,
  toCard,
} from './stripe-terminal-answers.ts'
import type { StripeDeadlines, StripeTerminalPage } from './stripe-terminal-page.ts'

type Steps = {
  readonly page: StripeTerminalPage
  readonly deadlines: StripeDeadlines
  /** Called after the card was read. Returns the outcome if the payment or refund must stop, null if it continues. */
  readonly afterCard: () => CollectOutcome | null
  /** Cancels the reader's open request. */
  readonly cancelRequest: () => Promise<unknown>
}

const refundOnReader = async ({ page, deadlines }: Steps): Promise<CollectOutcome> => {
  const answer = await page.call('processRefund', {}, refundedSchema, deadlines.processMs)
  if ('error' in answer) return judgeRefundError(answer.error)
  const { id, status } = answer.value.refund
  return status === 'failed' || status === 'canceled'
    ? { outcome: 'declined', step: 'process', code: status, reason: `The refund is ${status}.` }
    : { outcome: 'approved', referenceID: id, card: toCard(null, true) }
}

const charge = async ({ page, deadlines }: Steps): Promise<CollectOutcome> => {
  const ask = () => page.call('process', {}, processedSchema, deadlines.processMs)
  let answer = await ask()
  // The confirmation did not arrive, so the same intent is confirmed again, which cannot charge twice.
  if ('error' in answer && answer.error.intent?.status === 'requires_confirmation') answer = await ask()
  if ('error' in answer) return judgeProcessError(answer.error)
  const { id, status, card } = answer.value.intent
  return status === 'succeeded' || status === 'requires_capture'
    ? { outcome: 'approved', referenceID: id, card: toCard(card, false) }
    : { outcome: 'unknown', reason: `The payment is ${status}.` }
}

/** Takes the card, then charges or refunds it. Each step's error has a different meaning for the money. */
export const collectThenCharge = async (request: CollectRequest, steps: Steps): Promise<CollectOutcome> => {
  const { page, deadlines, afterCard, cancelRequest } = steps
  const { refund } = request
  if (request.kind === 'refund' && refund === null) {
    return { outcome: 'not-started', failure: { code: 'unavailable', reason: 'The refund has no charge.' } }
  }
  const taken =
    refund === null
      ? await page.call('collect', { clientSecret: request.clientSecret }, doneSchema, deadlines.collectMs)
      : await page.call(
          'collectRefund',
          { chargeID: refund.chargeID, amount: request.amount, currency: request.currency.toLowerCase() },
          doneSchema,
          deadlines.collectMs,
        )
  if ('error' in taken) {
    if (taken.error.code === scriptNotLoaded) {
      return { outcome: 'not-started', failure: { code: 'unavailable', reason: taken.error.message } }
    }
    const outcome = judgeCollectError(taken.error)
    // The request may still be open on the reader, and the next member's card would answer it.
    if (outcome.outcome === 'unknown') await cancelRequest()
    return outcome
  }
  const ended = afterCard()
  if (ended !== null) return ended
  return refund === null ? await charge(steps) : await refundOnReader(steps)
}
