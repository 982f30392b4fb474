import type { AttemptStatusReply, MoneyMoved } from '#contract/payments/routes.ts'
import { type CardRoute, settlesWith } from '#domain/payments/payment-attempt.ts'
import type { PaymentType } from '#domain/payments/payment-types.ts'
import type { TransactionDetails, TransactionStatus } from '#domain/payments/transaction.ts'
import { type Currency, type Money, toMoney } from '#domain/values/money.ts'
import { type Database, inTransaction } from '../database/database.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { noSuchStudy } from '../kernel/route-access.ts'
import {
  type AttemptEnd,
  changeAttempt,
  endOpenAttempt,
  findAttempt,
  type PaymentAttemptRow,
  setNextAttemptCheck,
} from '../repositories/payment-attempts-repository.ts'
import { findStudy } from '../repositories/studies-repository.ts'
import { findTransactionRow, findTransactionRows } from '../repositories/transactions-repository.ts'
import { appendTransaction, lockStudyLedger } from './ledger.ts'
import { backOfficePaymentsWords } from './payments-words.ts'
import { type PaymentsContext, toMoneyMoved } from './view.ts'

/**
 * The context for settling an attempt: without a caller, because the sweep also settles attempts and has no caller.
 * `db` must not be a transaction.
 */
export type CardContext = Pick<HandlerContext, 'db' | 'kind' | 'now' | 'newId' | 'log' | 'cardProcessor'> &
  Partial<Pick<HandlerContext, 'supportPhone'>>

/** An attempt in its current state, after a check. */
export type ResolvedCardAttempt = { readonly row: PaymentAttemptRow; readonly temporaryHoldConverted: boolean }

/** Money that has moved, as reported by the processor or the pad. */
type CardOutcome = {
  readonly amount: Money
  readonly currency: Currency
  readonly status: TransactionStatus
  /** The processor's or the pad's own reference. */
  readonly referenceID: string
  readonly card: Pick<TransactionDetails, 'cardType' | 'cardLastFour' | 'isInterac'> | null
  /** The processor has accepted the refund, but the refund may still fail. */
  readonly isPending?: boolean
}

/** Returns the payment type of a route: `card` for the card fields, `physicalTerminal` for a reader or pad. */
const paymentTypeOfRoute = (route: CardRoute): PaymentType => (route === 'card-fields' ? 'card' : 'physicalTerminal')

/**
 * Returns whether the money that an attempt moved may be recorded: at any time and despite an earlier result, but only
 * once per attempt. It may never be recorded for an attempt of amount 0: the server did not know that attempt and
 * stored it as cancelled.
 */
const mayRecord = (row: PaymentAttemptRow): boolean => row.state !== 'succeeded' && row.amount > 0

/**
 * Returns whether the ledger already has this refund. A reader's refund does not name its attempt, so two attempts
 * could find the same refund.
 */
const isRefundOfAnother = async (db: Database, row: PaymentAttemptRow, referenceID: string): Promise<boolean> =>
  row.kind === 'refund' &&
  settlesWith(row.route) === 'processor' &&
  (await findTransactionRows(db, row.study_id)).some(
    ({ transaction_type: type, details }) =>
      type === 'Refund' && (JSON.parse(details) as TransactionDetails).referenceID === referenceID,
  )

/** Seconds until the next check of a pending refund. */
const pendingRefundSeconds = 3600

/**
 * Writes moved money into the ledger, once per attempt; later calls return the recorded state. The entry has the amount
 * that the processor reports. If that amount differs from the requested one, an error is logged for staff to check.
 */
export const recordOutcome = async (
  attempt: PaymentAttemptRow,
  outcome: CardOutcome,
  context: CardContext,
): Promise<ResolvedCardAttempt> => {
  const differs = outcome.amount !== attempt.amount || outcome.currency !== attempt.currency
  if (differs) context.log('error', 'cards.amount-differs', { attemptID: attempt.attempt_id })
  return inTransaction(context.db, async (db) => {
    const study = await lockStudyLedger(db, attempt.study_id, context)
    const row = (await findAttempt(db, attempt.attempt_id)) ?? attempt
    if (!mayRecord(row) || (await isRefundOfAnother(db, row, outcome.referenceID)))
      return { row, temporaryHoldConverted: false }
    const undone = row.refund_of === null ? undefined : await findTransactionRow(db, row.refund_of)
    const appended = await appendTransaction(
      db,
      study,
      {
        transactionType: row.kind === 'refund' ? 'Refund' : 'payment',
        paymentType: undone?.payment_type ?? paymentTypeOfRoute(row.route),
        amount: outcome.amount,
        currency: outcome.currency,
        status: outcome.status,
        memo: row.memo,
        linkedTransaction: row.refund_of,
        attemptID: row.attempt_id,
        details: {
          ...outcome.card,
          paymentMethod: row.route,
          referenceID: outcome.referenceID,
          status: outcome.status,
        },
        by: { userID: row.user_id, name: row.user_name },
      },
      { ...context, caller: null },
    )
    const changes = {
      state: 'succeeded',
      transaction_id: appended.transaction.transaction_id,
      failure: null,
      settled_at: context.now,
      look_again_at: outcome.isPending === true ? context.now + pendingRefundSeconds : null,
    } as const
    await changeAttempt(db, row.attempt_id, changes)
    return { row: { ...row, ...changes }, temporaryHoldConverted: appended.temporaryHoldConverted }
  })
}

/**
 * Ends an open attempt without a transaction and returns its current state. An attempt that had already ended keeps its
 * result; only the time of its next check is set, from `end`.
 */
export const endAttempt = async (
  attempt: PaymentAttemptRow,
  end: Omit<AttemptEnd, 'at'>,
  context: CardContext,
  onlyWithoutIntent = false,
): Promise<ResolvedCardAttempt> => {
  if (attempt.state === 'open') {
    await endOpenAttempt(context.db, attempt.attempt_id, { ...end, at: context.now }, onlyWithoutIntent)
  } else await setNextAttemptCheck(context.db, attempt.attempt_id, end.nextCheckAt ?? null)
  return { row: (await findAttempt(context.db, attempt.attempt_id)) ?? attempt, temporaryHoldConverted: false }
}

export const withoutConversion = (row: PaymentAttemptRow): ResolvedCardAttempt => ({
  row,
  temporaryHoldConverted: false,
})

type ReadingContext = PaymentsContext & Pick<HandlerContext, 'db'>

/** Returns the money that a succeeded attempt moved; null for every other attempt. */
export const toMovedOf = async (
  { row, temporaryHoldConverted }: ResolvedCardAttempt,
  context: ReadingContext,
): Promise<MoneyMoved | null> => {
  if (row.state !== 'succeeded' || row.transaction_id === null) return null
  const study = await findStudy(context.db, row.study_id)
  if (study === undefined) throw noSuchStudy()
  const transaction = { transaction_id: row.transaction_id }
  return toMoneyMoved(context.db, { study, transaction, temporaryHoldConverted }, context)
}

/** Returns an attempt's current state in the contract's form. */
export const toAttemptStatusReply = async (
  settled: ResolvedCardAttempt,
  context: ReadingContext,
): Promise<AttemptStatusReply> => {
  const { row } = settled
  return {
    attemptID: row.attempt_id as AttemptStatusReply['attemptID'],
    state: row.state === 'open' ? 'processing' : row.state,
    intentID: row.intent_id,
    failure: failureOf(row),
    moved: await toMovedOf(settled, context),
  }
}

export const failureOf = (row: PaymentAttemptRow): AttemptStatusReply['failure'] =>
  row.failure === null ? null : (JSON.parse(row.failure) as AttemptStatusReply['failure'])

/** Returns an outcome with the attempt's requested amount, for a result that does not come from the processor. */
export const outcomeAsAsked = (
  row: PaymentAttemptRow,
  said: Pick<CardOutcome, 'referenceID' | 'card'>,
): CardOutcome => ({ ...said, amount: toMoney(row.amount), currency: row.currency, status: 'Complete' })

/**
 * Returns the refusal to throw when the processor did not answer or its answer was unclear. The attempt may then still
 * be open.
 */
export const processorUnavailable = (): Refusal =>
  new Refusal('processor-unavailable', backOfficePaymentsWords.processorUnavailable)
