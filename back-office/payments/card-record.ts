import type { AttemptStanding, MoneyMoved } from '#contract/payments/routes.ts'
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
  setNextLook,
} from '../repositories/payment-attempts-repository.ts'
import { findStudy } from '../repositories/studies-repository.ts'
import { findTransactionRow, findTransactionRows } from '../repositories/transactions-repository.ts'
import { appendTransaction, lockStudyLedger } from './ledger.ts'
import { type PaymentsContext, toMoneyMoved } from './view.ts'

/** What settling an attempt needs: no caller, since a clock does it as well. `db` is the database itself, no transaction. */
export type CardContext = Pick<HandlerContext, 'db' | 'kind' | 'now' | 'newId' | 'log' | 'cardProcessor'> &
  Partial<Pick<HandlerContext, 'supportPhone'>>

/** An attempt as it stands after it was looked into. */
export type ResolvedCardAttempt = { readonly row: PaymentAttemptRow; readonly temporaryHoldConverted: boolean }

/** Money that has moved, as whoever moved it says. */
type CardOutcome = {
  readonly amount: Money
  readonly currency: Currency
  readonly status: TransactionStatus
  /** The processor's or the pad's own reference. */
  readonly referenceID: string
  readonly card: Pick<TransactionDetails, 'cardType' | 'cardLastFour' | 'isInterac'> | null
  /** The processor has taken it on and may still fail to do it. */
  readonly isPending?: boolean
}

/** The payment type of what a route took: typed into card fields, or at a terminal. */
const paymentTypeOfRoute = (route: CardRoute): PaymentType => (route === 'card-fields' ? 'card' : 'physicalTerminal')

/** Money that has moved is recorded however late and whatever was believed before; once, and not of an attempt nobody began. */
const mayRecord = (row: PaymentAttemptRow): boolean => row.state !== 'succeeded' && row.amount > 0

/** A refund a reader made does not name its attempt: two that look for one find the same. */
const isRefundOfAnother = async (db: Database, row: PaymentAttemptRow, referenceID: string): Promise<boolean> =>
  row.kind === 'refund' &&
  settlesWith(row.route) === 'processor' &&
  (await findTransactionRows(db, row.study_id)).some(
    ({ transaction_type: type, details }) =>
      type === 'Refund' && (JSON.parse(details) as TransactionDetails).referenceID === referenceID,
  )

/** A refund on its way is looked at again after so long. */
const pendingRefundSeconds = 3600

/**
 * Writes money that has moved into the ledger, once for an attempt: whoever comes second finds it done. What the processor says
 * was moved counts; where that is not what was asked for, it is recorded all the same and logged for somebody to look at.
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
 * Ends an attempt without an entry, unless it has ended meanwhile: the answer is how it stands. One that had ended on
 * somebody's word keeps what was said, and is looked at again only where `end` says so.
 */
export const endAttempt = async (
  attempt: PaymentAttemptRow,
  end: Omit<AttemptEnd, 'at'>,
  context: CardContext,
  onlyWithoutIntent = false,
): Promise<ResolvedCardAttempt> => {
  if (attempt.state === 'open') {
    await endOpenAttempt(context.db, attempt.attempt_id, { ...end, at: context.now }, onlyWithoutIntent)
  } else await setNextLook(context.db, attempt.attempt_id, end.lookAgainAt ?? null)
  return { row: (await findAttempt(context.db, attempt.attempt_id)) ?? attempt, temporaryHoldConverted: false }
}

export const asItStands = (row: PaymentAttemptRow): ResolvedCardAttempt => ({ row, temporaryHoldConverted: false })

type ReadingContext = PaymentsContext & Pick<HandlerContext, 'db'>

/** What a succeeded attempt moved; null for every other. */
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

/** How an attempt stands, for whoever asks. */
export const toStanding = async (settled: ResolvedCardAttempt, context: ReadingContext): Promise<AttemptStanding> => {
  const { row } = settled
  return {
    attemptID: row.attempt_id as AttemptStanding['attemptID'],
    state: row.state === 'open' ? 'processing' : row.state,
    intentID: row.intent_id,
    failure: failureOf(row),
    moved: await toMovedOf(settled, context),
  }
}

export const failureOf = (row: PaymentAttemptRow): AttemptStanding['failure'] =>
  row.failure === null ? null : (JSON.parse(row.failure) as AttemptStanding['failure'])

/** Recorded by somebody's word alone, in the amount the attempt was for. */
export const outcomeAsAsked = (
  row: PaymentAttemptRow,
  said: Pick<CardOutcome, 'referenceID' | 'card'>,
): CardOutcome => ({ ...said, amount: toMoney(row.amount), currency: row.currency, status: 'Complete' })

/** The processor did not answer, or did not say: nothing is known to have ended. */
export const processorUnavailable = (): Refusal =>
  new Refusal('processor-unavailable', 'The card processor does not answer. Nothing more is charged meanwhile.')
