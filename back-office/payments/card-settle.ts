import { settlesWith, type TerminalResult } from '#domain/payments/payment-attempt.ts'
import { processResultError, refundProcessFailed } from '#domain/payments/payment-messages.ts'
import { Refusal } from '../kernel/refusal.ts'
import { type Intent, isMissing } from '../outside/processor/card-processor.ts'
import type { PaymentAttemptRow } from '../repositories/payment-attempts-repository.ts'
import {
  type CardContext,
  endAttempt,
  outcomeAsAsked,
  processorUnavailable,
  type ResolvedCardAttempt,
  recordOutcome,
  withoutConversion,
} from './card-record.ts'
import { settleRefund } from './card-refund.ts'
import { backOfficePaymentsWords } from './payments-words.ts'

/** What the calling function knows about an attempt. */
type SettleInput = {
  /** No workstation continues the attempt, so an intent that waits for a card is cancelled. */
  readonly isAbandoned: boolean
  /**
   * The pad's report of the result of an attempt on a pad, which the processor does not know; null without a report.
   */
  readonly terminal: TerminalResult | null
  /** The processor's id of the refund that the reader made. */
  readonly refundID?: string | null
}

const cancelled = { code: 'payment-cancelled', message: backOfficePaymentsWords.paymentCancelled } as const

/**
 * Checks an attempt and ends it if its result is final: approved money becomes exactly one transaction, even under
 * repeated and concurrent calls. The result always comes from where the money moves: the processor, or the pad. Throws
 * 503 `processor-unavailable` when the processor gives no clear answer; repeating the call is always safe.
 */
export const settleAttempt = async (
  attempt: PaymentAttemptRow,
  input: SettleInput,
  context: CardContext,
): Promise<ResolvedCardAttempt> => {
  if (settlesWith(attempt.route) === 'terminal') return settleByPad(attempt, input.terminal, context)
  if (attempt.state === 'open') return settleByProcessor(attempt, input, context)
  if (attempt.state === 'succeeded' || attempt.look_again_at === null) return withoutConversion(attempt)
  // The attempt ended without the processor's result. As soon as that result is available, it replaces the stored one.
  try {
    return await settleByProcessor(attempt, { ...input, isAbandoned: true }, context)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return withoutConversion(attempt)
  }
}

const settleByProcessor = (
  attempt: PaymentAttemptRow,
  input: SettleInput,
  context: CardContext,
): Promise<ResolvedCardAttempt> =>
  attempt.kind === 'refund' ? settleRefund(attempt, input, context) : settlePayment(attempt, input, context)

const settleByPad = async (
  attempt: PaymentAttemptRow,
  said: TerminalResult | null,
  context: CardContext,
): Promise<ResolvedCardAttempt> => {
  const isRefund = attempt.kind === 'refund'
  switch (said?.outcome) {
    case 'approved': {
      const isInterac = /interac/i.test(said.cardType ?? '')
      const card = { cardType: said.cardType, cardLastFour: said.cardLastFour, isInterac }
      const settled = await recordOutcome(
        attempt,
        outcomeAsAsked(attempt, { referenceID: said.referenceID, card }),
        context,
      )
      // The attempt's amount is unknown, so no transaction is recorded; staff must investigate.
      if (settled.row.state !== 'succeeded') {
        context.log('error', 'cards.pad-approved-unknown-attempt', { attemptID: attempt.attempt_id })
      }
      return settled
    }
    case 'declined': {
      const message = (isRefund ? refundProcessFailed : processResultError)(said.message)
      return endAttempt(attempt, { state: 'declined', failure: { code: 'payment-declined', message } }, context)
    }
    case 'cancelled':
    case 'not-found': {
      const failure = isRefund ? { ...cancelled, message: backOfficePaymentsWords.refundCancelled } : cancelled
      return endAttempt(attempt, { state: 'cancelled', failure }, context)
    }
    default:
      return withoutConversion(attempt)
  }
}

const settlePayment = async (
  attempt: PaymentAttemptRow,
  input: SettleInput,
  context: CardContext,
): Promise<ResolvedCardAttempt> => {
  const { intent_id: intentID } = attempt
  if (intentID === null) {
    // The intent's id is stored before its secret is returned, so no card can have paid for an attempt without the id.
    return input.isAbandoned
      ? endAttempt(attempt, { state: 'cancelled', failure: cancelled }, context, true)
      : withoutConversion(attempt)
  }
  const intent = await readIntent(intentID, context)
  if (!isWaiting(intent) || !input.isAbandoned) return recordIntent(attempt, intent, context)
  const answer = await context.cardProcessor.cancelIntent(intentID)
  if (answer.ok) return recordIntent(attempt, answer.value, context)
  // It was too late to cancel the intent, or the answer was lost, so read the intent's current state.
  return recordIntent(attempt, await readIntent(intentID, context), context)
}

const readIntent = async (intentID: string, context: CardContext): Promise<Intent> => {
  const answer = await context.cardProcessor.readIntent(intentID)
  if (answer.ok) return answer.value
  context.log('warning', isMissing(answer) ? 'cards.intent-missing' : 'cards.processor-unavailable', {
    code: answer.code,
  })
  throw processorUnavailable()
}

const isWaiting = ({ status }: Intent): boolean =>
  status === 'requires_payment_method' || status === 'requires_confirmation' || status === 'requires_action'

const recordIntent = async (
  attempt: PaymentAttemptRow,
  intent: Intent,
  context: CardContext,
): Promise<ResolvedCardAttempt> => {
  if (intent.attemptID !== attempt.attempt_id) throw new Error('an intent of another attempt')
  switch (intent.status) {
    case 'succeeded':
    case 'requires_capture': {
      const { card } = intent
      return recordOutcome(
        attempt,
        {
          amount: intent.amount,
          currency: intent.currency,
          status: intent.status === 'succeeded' ? 'Complete' : 'requires_capture',
          referenceID: intent.id,
          card: card && { cardType: card.brand, cardLastFour: card.last4, isInterac: card.isInterac },
        },
        context,
      )
    }
    case 'canceled':
      return intent.lastError === null
        ? endAttempt(attempt, { state: 'cancelled', failure: cancelled }, context)
        : endAttempt(
            attempt,
            {
              state: 'declined',
              failure: { code: 'payment-declined', message: processResultError(intent.lastError.message) },
            },
            context,
          )
    default:
      return withoutConversion(attempt)
  }
}
