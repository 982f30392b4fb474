import { formatMoney } from '#domain/format/format-money.ts'
import { refundProcessFailed } from '#domain/payments/payment-messages.ts'
import type { AttemptID } from '#domain/payments/transaction.ts'
import { toMoney } from '#domain/values/money.ts'
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
  type CardContext,
  endAttempt,
  processorUnavailable,
  type ResolvedCardAttempt,
  recordOutcome,
  withoutConversion,
} from './card-record.ts'
import { backOfficePaymentsWords } from './payments-words.ts'

/**
 * Returns the id of the intent behind a card payment; null when the payment did not use the processor. The card
 * payments in the demo's data never had an intent. This function makes an id for them, which the simulated processor
 * accepts as the id of an intent.
 */
export const chargeReferenceOf = (row: TransactionRow, { kind }: Pick<CardProcessor, 'kind'>): string | null => {
  const { referenceID, isInterac } = detailsOf(row)
  if (referenceID?.startsWith('pi_') === true) return referenceID
  if (row.attempt_id !== null || kind !== 'simulated') return null
  return `pi_demo_${isInterac ? 'interac_' : ''}${row.transaction_id.replaceAll('-', '_')}`
}

/** Seconds after which a requested refund that the processor does not list counts as never made. */
const neverMadeAfterSeconds = 600

/** Seconds until the processor is asked again about an attempt that ended without the processor's result. */
export const nextCheckSeconds = 30

/** Tolerance in seconds between the processor's clock and ours. */
const clockSlackSeconds = 120

const cancelled = { code: 'payment-cancelled', message: backOfficePaymentsWords.refundCancelled } as const

/**
 * Completes a refund attempt. Only a reader can refund an Interac payment: for such a payment, this function looks for
 * the reader's refund and, if the attempt is abandoned, prevents a refund that was not made yet. For any other payment,
 * this function asks the processor to make the refund; a repeated call makes no second refund. Throws 503
 * `processor-unavailable` when the result is unknown; repeating the call is always safe.
 */
export const settleRefund = async (
  attempt: PaymentAttemptRow,
  input: { readonly isAbandoned: boolean; readonly refundID?: string | null },
  context: CardContext,
): Promise<ResolvedCardAttempt> => {
  const undone = attempt.refund_of === null ? undefined : await findTransactionRow(context.db, attempt.refund_of)
  const intentID = undone === undefined ? null : chargeReferenceOf(undone, context.cardProcessor)
  if (undone === undefined || intentID === null) throw new Error('a refund of a payment without a charge')
  const found = await findRefund(attempt, undone, intentID, input.refundID ?? null, context)
  if (found !== undefined) return takeRefund(attempt, undone, found, context)
  const { isInterac } = detailsOf(undone)
  // Finance has ended the attempt, so no further refund is made. A refund that was made earlier was found above.
  if (!isInterac && attempt.state !== 'open') return giveUp(attempt, false, context)
  if (!isInterac) return requestRefund(attempt, undone, intentID, context)
  if (!input.isAbandoned) return withoutConversion(attempt)
  // No workstation is waiting for the card now: prevent the refund at the processor, then search again.
  if (attempt.intent_id !== null && !(await context.cardProcessor.cancelReaderRefund(attempt.intent_id)).ok) {
    throw processorUnavailable()
  }
  const late = await findRefund(attempt, undone, intentID, input.refundID ?? null, context)
  return late === undefined
    ? giveUp(attempt, context.cardProcessor.canCancelReaderRefund, context)
    : takeRefund(attempt, undone, late, context)
}

/**
 * Ends the attempt of a refund that the processor does not list. If the processor might list the refund later, further
 * checks follow for some time.
 */
const giveUp = (attempt: PaymentAttemptRow, isCertain: boolean, context: CardContext): Promise<ResolvedCardAttempt> => {
  const isOver = isCertain || context.now - (attempt.settled_at ?? context.now) >= neverMadeAfterSeconds
  const nextCheckAt = isOver ? null : context.now + nextCheckSeconds
  return endAttempt(attempt, { state: 'cancelled', failure: cancelled, nextCheckAt }, context)
}

/**
 * Returns whether a refund that was recorded while pending has its final result. A failed one stays in the ledger,
 * because no sweep reverses entries: an error is logged for staff to check. Throws 503 `processor-unavailable`.
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
 * Refuses to refund a payment while an earlier refund attempt that was given up may still have succeeded. Throws 409
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
  const message = backOfficePaymentsWords.refundUnknown(amount, minutes)
  throw new Refusal('payment-in-progress', message)
}

/**
 * Returns the refund that an attempt has made at the processor: the refund that names the attempt. A refund of an
 * Interac payment may name no attempt. Then this function returns a refund of the attempt's amount that is not in the
 * ledger yet, if the reader reported that refund or if the refund is not older than the attempt.
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

/**
 * Requests a refund, and repeats the request once if the answer was lost or unclear. Under the attempt's key the
 * processor makes at most one refund.
 */
const requestRefund = async (
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
    // Under the same key the processor may keep returning its stored error. The list of refunds, which the caller has
    // just read, is current and does not have this refund.
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
