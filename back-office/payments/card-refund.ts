import { refundProcessFailed } from '#domain/payments/payment-messages.ts'
import type { AttemptID } from '#domain/payments/transaction.ts'
import { formatMoney, toMoney } from '#domain/values/money.ts'
import type { Database } from '../database/database.ts'
import { Refusal } from '../kernel/refusal.ts'
import type { CardProcessor, ProcessorRefund, ProcessorReply } from '../outside/processor/card-processor.ts'
import { findUnprovenAttempts, type PaymentAttemptRow } from '../repositories/payment-attempts-repository.ts'
import {
  detailsOf,
  findTransactionRow,
  findTransactionRows,
  type TransactionRow,
} from '../repositories/transactions-repository.ts'
import {
  asItStands,
  type CardContext,
  endAttempt,
  processorUnavailable,
  type ResolvedCardAttempt,
  recordOutcome,
} from './card-record.ts'

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

/** How soon the processor is asked again about an attempt that ended on less than its word. */
export const lookAgainSeconds = 30

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
): Promise<ResolvedCardAttempt> => {
  const undone = attempt.refund_of === null ? undefined : await findTransactionRow(context.db, attempt.refund_of)
  const intentID = undone === undefined ? null : chargeReferenceOf(undone, context.cardProcessor)
  if (undone === undefined || intentID === null) throw new Error('a refund of nothing that was charged')
  const found = await findRefund(attempt, undone, intentID, word.refundID ?? null, context)
  if (found !== undefined) return takeRefund(attempt, undone, found, context)
  const { isInterac } = detailsOf(undone)
  // One that finance has ended is not made after all, but found where it was.
  if (!isInterac && attempt.state !== 'open') return giveUp(attempt, false, context)
  if (!isInterac) return giveBack(attempt, undone, intentID, context)
  if (!word.isAbandoned) return asItStands(attempt)
  // Whoever collected has stopped: see to it that nothing is made any more, then look once more.
  if (attempt.intent_id !== null && !(await context.cardProcessor.cancelReaderRefund(attempt.intent_id)).ok) {
    throw processorUnavailable()
  }
  const late = await findRefund(attempt, undone, intentID, word.refundID ?? null, context)
  return late === undefined
    ? giveUp(attempt, context.cardProcessor.canCancelReaderRefund, context)
    : takeRefund(attempt, undone, late, context)
}

/** Ends a refund the processor knows nothing of. Unless that is certain it may yet be listed: it is looked for a while. */
const giveUp = (attempt: PaymentAttemptRow, isCertain: boolean, context: CardContext): Promise<ResolvedCardAttempt> => {
  const isOver = isCertain || context.now - (attempt.settled_at ?? context.now) >= neverMadeAfterSeconds
  const lookAgainAt = isOver ? null : context.now + lookAgainSeconds
  return endAttempt(attempt, { state: 'cancelled', failure: cancelled, lookAgainAt }, context)
}

/**
 * Whether the processor has done with a refund that was recorded while on its way. One that failed stays in the ledger, where
 * nothing is taken back by a clock: it is logged for somebody to look at. Throws 503 `processor-unavailable`.
 */
export const isRefundSettled = async (attempt: PaymentAttemptRow, context: CardContext): Promise<boolean> => {
  const undone = attempt.refund_of === null ? undefined : await findTransactionRow(context.db, attempt.refund_of)
  const entry =
    attempt.transaction_id === null ? undefined : await findTransactionRow(context.db, attempt.transaction_id)
  const intentID = undone === undefined ? null : chargeReferenceOf(undone, context.cardProcessor)
  if (entry === undefined || intentID === null) return true
  const answer = await context.cardProcessor.findRefunds(intentID)
  if (!answer.ok) throw processorUnavailable()
  const refund = answer.value.find(({ id }) => id === detailsOf(entry).referenceID)
  if (refund?.status === 'failed') {
    context.log('error', 'cards.recorded-refund-failed', { attemptID: attempt.attempt_id })
  }
  return refund?.status === 'failed' || refund?.status === 'succeeded'
}

/**
 * Refuses to give a payment back while a refund of it that was given up may still turn out to have been made. Throws 409
 * `payment-in-progress`.
 */
export const refuseUnprovenRefund = async (
  db: Database,
  row: Pick<TransactionRow, 'study_id' | 'transaction_id'>,
  now: number,
): Promise<void> => {
  const unproven = (await findUnprovenAttempts(db, row.study_id)).find(
    (attempt) => attempt.refund_of === row.transaction_id && now - (attempt.settled_at ?? now) < neverMadeAfterSeconds,
  )
  if (unproven === undefined) return
  const amount = formatMoney(toMoney(unproven.amount), unproven.currency)
  const minutes = Math.ceil((neverMadeAfterSeconds - (now - (unproven.settled_at ?? now))) / 60)
  const message = `A refund of ${amount} was given up a moment ago and may still have been made. If it was, it appears here within ${minutes} min; only then can more be refunded.`
  throw new Refusal('payment-in-progress', message)
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
): Promise<ResolvedCardAttempt> => {
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
): Promise<ResolvedCardAttempt> => {
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
      isPending: refund.status === 'pending',
    },
    context,
  )
}
