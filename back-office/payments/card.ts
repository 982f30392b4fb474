import { createHash } from 'node:crypto'
import type { MoneyMoved } from '#contract/payments/routes.ts'
import { settlesWith } from '#domain/payments/payment-attempt.ts'
import { type AttemptID, attemptIDSchema, type TransactionID } from '#domain/payments/transaction.ts'
import { type Money, toMoney } from '#domain/values/money.ts'
import { type HandlerContext, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import {
  findAttempt,
  findAttemptOfIntent,
  findOpenAttempt,
  type PaymentAttemptRow,
} from '../repositories/payment-attempts-repository.ts'
import type { StudyRow } from '../repositories/studies-repository.ts'
import { detailsOf, findTransactionRows, type TransactionRow } from '../repositories/transactions-repository.ts'
import { beginAttempt } from './card-begin.ts'
import { failureOf, type ResolvedCardAttempt, toMovedOf } from './card-record.ts'
import { chargeReferenceOf } from './card-refund.ts'
import { settleAttempt } from './card-settle.ts'
import { backOfficePaymentsWords } from './payments-words.ts'

type CardSettlementContext = Pick<
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
  | 'supportPhone'
>

const movedOrRefused = async (settled: ResolvedCardAttempt, context: CardSettlementContext): Promise<MoneyMoved> => {
  const moved = await toMovedOf(settled, context)
  if (moved !== null) return moved
  const { row } = settled
  if (row.state === 'open') {
    throw new Refusal('payment-unknown', backOfficePaymentsWords.notFinished)
  }
  const code = row.state === 'declined' ? 'payment-declined' : 'payment-cancelled'
  throw new Refusal(code, failureOf(row)?.message ?? backOfficePaymentsWords.cancelled)
}

/**
 * Records a card payment by its intent, once per attempt. Throws 409 `payment-unknown` while the attempt has not ended,
 * and for an intent without an attempt on this study; 409 `payment-declined` or `payment-cancelled`; 503
 * `processor-unavailable`.
 */
export const settleByIntent = async (
  paymentIntent: string,
  study: Pick<StudyRow, 'study_id'>,
  context: CardSettlementContext,
): Promise<MoneyMoved> => {
  const attempt = await findAttemptOfIntent(context.db, paymentIntent)
  if (attempt === undefined || attempt.study_id !== study.study_id || attempt.kind !== 'payment') {
    throw new Refusal('payment-unknown', backOfficePaymentsWords.cardPaymentNotFound)
  }
  return movedOrRefused(await settleAttempt(attempt, { isAbandoned: false, terminal: null }, context), context)
}

/**
 * Returns the id of the attempt that a call makes. The same caller and key always give the same id, so that the call
 * can be repeated.
 */
const attemptOfCall = (userID: string, key: string): AttemptID =>
  attemptIDSchema.parse(`rf-${createHash('sha256').update(`${userID} ${key}`).digest('hex').slice(0, 48)}`)

type CardRefund = {
  readonly study: Pick<StudyRow, 'study_id'>
  /** The card payment to refund. */
  readonly transaction: TransactionRow
  readonly amount: Money
  readonly memo: string
  /** The processor's id of a refund that a reader has made; null when the processor must still make the refund. */
  readonly interacTransaction: string | null
}

/**
 * Refunds a card payment through the processor, as an attempt of its own. The amount is reserved before the processor
 * is called, so that two workstations cannot both refund it. A repetition under the same key reaches the same result.
 * Throws 409 `interac-needs-card`, `payment-in-progress`, `payment-declined`, the refusals of a refund; 503
 * `processor-unavailable`, after which a repeated call or the sweep completes the refund.
 */
export const refundCard = async (refund: CardRefund, context: CardSettlementContext): Promise<MoneyMoved> => {
  const caller = requireCaller(context)
  const { study, transaction, amount, memo, interacTransaction } = refund
  const paid = transaction.attempt_id === null ? undefined : await findAttempt(context.db, transaction.attempt_id)
  if (paid !== undefined && settlesWith(paid.route) === 'terminal') {
    throw new Refusal('interac-needs-card', backOfficePaymentsWords.paidOnPad)
  }
  if (chargeReferenceOf(transaction, context.cardProcessor) === null) {
    const message =
      'This payment was not made through the card processor: refund it where it was made, and record it as refunded outside Atrium.'
    throw new Refusal('step-not-allowed', message)
  }
  const made = interacTransaction === null ? undefined : await findRecorded(study.study_id, interacTransaction, context)
  if (made !== undefined) return made
  const open = interacTransaction === null ? undefined : await findReaderRefund(refund, context)
  const attempt =
    open ??
    (await beginAttempt(
      {
        attemptID: attemptOfCall(caller.userID, context.idempotencyKey ?? context.newId()),
        studyID: study.study_id,
        kind: 'refund',
        route: paid?.route ?? (context.cardProcessor.kind === 'simulated' ? 'simulated' : 'stripe'),
        amount,
        refundOf: transaction.transaction_id as TransactionID,
        memo,
        requestKey: context.idempotencyKey,
        isCardThere: interacTransaction !== null,
      },
      caller,
      context,
    ))
  const word = { isAbandoned: false, terminal: null, refundID: interacTransaction }
  const settled = await settleAttempt(attempt, word, context)
  if (settled.row.state !== 'open') return movedOrRefused(settled, context)
  // The reader reported a refund that the processor does not list. The attempt ends, and if the refund may still be
  // listed late, the sweep looks for it.
  await settleAttempt(attempt, { ...word, isAbandoned: true }, context)
  throw new Refusal('payment-unknown', backOfficePaymentsWords.refundNotFound)
}

/** Returns the open attempt under which a reader was asked for this same refund. */
const findReaderRefund = async (
  refund: CardRefund,
  context: Pick<HandlerContext, 'db'>,
): Promise<PaymentAttemptRow | undefined> => {
  const open = await findOpenAttempt(context.db, refund.study.study_id)
  return open?.refund_of === refund.transaction.transaction_id && toMoney(open.amount) === refund.amount
    ? open
    : undefined
}

/** Returns a reader's refund that the ledger already has. */
const findRecorded = async (
  studyID: string,
  refundID: string,
  context: CardSettlementContext,
): Promise<MoneyMoved | undefined> => {
  const rows = await findTransactionRows(context.db, studyID)
  const row = rows.find((entry) => entry.transaction_type === 'Refund' && detailsOf(entry).referenceID === refundID)
  if (row?.attempt_id === undefined || row.attempt_id === null) return undefined
  const attempt = await findAttempt(context.db, row.attempt_id)
  return attempt === undefined
    ? undefined
    : ((await toMovedOf({ row: attempt, temporaryHoldConverted: false }, context)) ?? undefined)
}
