import { toMoney } from '#domain/money/money.ts'
import { refundProcessFailed } from '#domain/payments/payment-messages.ts'
import type { AttemptID, TransactionDetails } from '#domain/payments/transaction.ts'
import type { CardProcessor, ProcessorRefund, ProcessorReply } from '../processors/card-processor.ts'
import type { PaymentAttemptRow } from '../repositories/payment-attempts-repository.ts'
import {
  findTransactionRow,
  findTransactionRows,
  type TransactionRow,
} from '../repositories/transactions-repository.ts'
import {
  asItStands,
  type CardContext,
  endAttempt,
  processorUnavailable,
  recordOutcome,
  type Settled,
} from './payments-card-record.ts'

export const detailsOf = (row: TransactionRow): TransactionDetails => JSON.parse(row.details) as TransactionDetails

/**
 * What the processor calls the charge behind a card payment; null where it was not made through the processor. The demo's own
 * payments were never made anywhere: to the simulated processor each is a charge it takes the ledger's word for.
 */
export const chargeReferenceOf = (row: TransactionRow, { kind }: Pick<CardProcessor, 'kind'>): string | null => {
  const { referenceID, isInterac } = detailsOf(row)
  if (referenceID?.startsWith('pi_') === true) return referenceID
  if (row.attempt_id !== null || kind !== 'simulated') return null
  return `pi_demo_${isInterac ? 'interac_' : ''}${row.transaction_id.replaceAll('-', '_')}`
}

/** A refund that has been asked for and of which the processor knows nothing after so long was never made. */
const neverMadeAfterSeconds = 600

/** The processor's clock is not ours. */
const clockSlackSeconds = 120

const cancelled = { code: 'payment-cancelled', message: 'The refund was cancelled. Nothing was given back.' } as const

/**
 * Brings a refund attempt to its end: one without the card by asking the processor to make it, which answers the same refund
 * however often; one with the card by asking what the reader has made. Throws 503 `processor-unavailable` where it is not
 * known; asking again is always safe.
 */
export const settleRefund = async (
  attempt: PaymentAttemptRow,
  word: { readonly isAbandoned: boolean; readonly refundID?: string | null },
  context: CardContext,
): Promise<Settled> => {
  const undone = attempt.refund_of === null ? undefined : await findTransactionRow(context.db, attempt.refund_of)
  const intentID = undone === undefined ? null : chargeReferenceOf(undone, context.cardProcessor)
  if (undone === undefined || intentID === null) throw new Error('a refund of nothing that was charged')
  const found = await findRefund(attempt, undone, intentID, word.refundID ?? null, context)
  if (found !== undefined) return takeRefund(attempt, undone, found, context)
  if (!detailsOf(undone).isInterac) return giveBack(attempt, undone, intentID, context)
  if (!word.isAbandoned) return asItStands(attempt)
  // Whoever collected has stopped: see to it that nothing is made any more, then look once more.
  if (attempt.intent_id !== null && !(await context.cardProcessor.cancelReaderRefund(attempt.intent_id)).ok) {
    throw processorUnavailable()
  }
  const late = await findRefund(attempt, undone, intentID, word.refundID ?? null, context)
  return late === undefined
    ? endAttempt(attempt, { state: 'cancelled', failure: cancelled }, context)
    : takeRefund(attempt, undone, late, context)
}

/**
 * The refund an attempt has made at the processor: the one that names it, else the one the reader told of. A reader that cannot
 * name the attempt leaves a refund of the same amount, made since, that no other entry has.
 */
const findRefund = async (
  attempt: PaymentAttemptRow,
  undone: TransactionRow,
  intentID: string,
  refundID: string | null,
  context: CardContext,
): Promise<ProcessorRefund | undefined> => {
  const answer = await context.cardProcessor.findRefunds(intentID)
  if (!answer.ok) throw processorUnavailable()
  const named = answer.value.find((refund) => refund.attemptID === attempt.attempt_id)
  if (named !== undefined || !detailsOf(undone).isInterac) return named
  const entries = await findTransactionRows(context.db, attempt.study_id)
  const recorded = new Set(entries.map((entry) => detailsOf(entry).referenceID))
  return answer.value.find(
    (refund) =>
      refund.attemptID === null &&
      refund.status !== 'failed' &&
      refund.amount === attempt.amount &&
      !recorded.has(refund.id) &&
      (refund.id === refundID || refund.createdAt >= attempt.begun_at - clockSlackSeconds),
  )
}

/** Asks for a refund, and once more where the answer was lost: under the attempt's key it is made once. */
const giveBack = async (
  attempt: PaymentAttemptRow,
  undone: TransactionRow,
  intentID: string,
  context: CardContext,
): Promise<Settled> => {
  const ask = (): Promise<ProcessorReply<ProcessorRefund>> =>
    context.cardProcessor.refund({
      intentID,
      amount: toMoney(attempt.amount),
      attemptID: attempt.attempt_id as AttemptID,
    })
  let answer = await ask()
  if (!answer.ok && answer.kind !== 'refused') answer = await ask()
  if (answer.ok) return takeRefund(attempt, undone, answer.value, context)
  const isNeverMade =
    answer.kind === 'refused' ||
    // Its trouble is what the key remembers; the list of refunds, which has none, is the truth.
    (answer.kind === 'unknown' && context.now - attempt.begun_at >= neverMadeAfterSeconds)
  if (!isNeverMade) throw processorUnavailable()
  const failure = { code: 'payment-declined', message: refundProcessFailed(answer.message) }
  return endAttempt(attempt, { state: 'declined', failure }, context)
}

const takeRefund = async (
  attempt: PaymentAttemptRow,
  undone: TransactionRow,
  refund: ProcessorRefund,
  context: CardContext,
): Promise<Settled> => {
  if (refund.status === 'failed') {
    const failure = { code: 'payment-declined', message: refundProcessFailed(refund.failure?.message ?? '') }
    return endAttempt(attempt, { state: 'declined', failure }, context)
  }
  const { cardType, cardLastFour, isInterac } = detailsOf(undone)
  return recordOutcome(
    attempt,
    {
      amount: refund.amount,
      currency: undone.currency,
      status: 'Complete',
      referenceID: refund.id,
      card: { cardType, cardLastFour, isInterac },
    },
    context,
  )
}
