import { formatMoney } from '#domain/format/format-money.ts'
import { type CardRoute, settlesWith } from '#domain/payments/payment-attempt.ts'
import { paymentMessages } from '#domain/payments/payment-messages.ts'
import type { AttemptID, TransactionID } from '#domain/payments/transaction.ts'
import { type Money, toDecimalAmount, toMoney } from '#domain/values/money.ts'
import { readHoldBlock } from '../booking/settle-reason.ts'
import { type Database, inTransaction, isUniqueViolation } from '../database/database.ts'
import type { Caller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import type { Intent, ProcessorReply } from '../outside/processor/card-processor.ts'
import { findLocation } from '../repositories/locations-repository.ts'
import {
  addAttempt,
  findAttempt,
  findOpenAttempt,
  findUnprovenAttempts,
  keepIntent,
  type PaymentAttemptRow,
} from '../repositories/payment-attempts-repository.ts'
import type { StudyRow } from '../repositories/studies-repository.ts'
import { findTransactionRow, findTransactionRows } from '../repositories/transactions-repository.ts'
import { alreadyCancelled } from '../study-access/checks.ts'
import { type CardContext, endAttempt, processorUnavailable } from './card-record.ts'
import { chargeReferenceOf, refuseUnprovenRefund } from './card-refund.ts'
import { settleAttempt } from './card-settle.ts'
import { refuseCardNumber } from './checks.ts'
import { lockStudyLedger, summarizeStudy } from './ledger.ts'
import { backOfficePaymentsWords } from './payments-words.ts'
import { checkRefund, findRefunded } from './refund.ts'
import { hasLocationAndTime } from './view.ts'

/** A new attempt. Amounts in integer minor units, above 0. */
type AttemptRequest = {
  readonly attemptID: AttemptID
  readonly studyID: string
  readonly kind: 'payment' | 'refund'
  readonly route: CardRoute
  readonly amount: Money
  /** The payment to refund; null for payments. */
  readonly refundOf: TransactionID | null
  readonly memo: string
  /**
   * The idempotency key of the request, for a refund that the back office makes itself. Null for attempts of a
   * workstation, which send their own attempt ID.
   */
  readonly requestKey: string | null
  /**
   * Whether the member's card is at the reader for the refund: an Interac refund, or a refund of a payment made on a
   * PIN pad.
   */
  readonly isCardThere: boolean
}

const paymentInProgress = (): Refusal => new Refusal('payment-in-progress', backOfficePaymentsWords.inProgress)

/**
 * Returns the refusal for a new refund when an earlier refund, whose reply was lost, has just been recorded. The caller
 * has not seen the earlier refund and may be repeating it.
 */
const refundJustRecorded = (row: PaymentAttemptRow): Refusal => {
  const message = backOfficePaymentsWords.refundJustRecorded(formatMoney(toMoney(row.amount), row.currency))
  return new Refusal('already-refunded', message)
}

/**
 * Throws 409 `already-refunded` if an attempt that just ended refunded the same payment. `refundOf` is the payment to
 * refund; null for a new payment, which is never refused.
 */
export const refuseJustRecorded = (ended: readonly PaymentAttemptRow[], refundOf: string | null): void => {
  const refund = ended.find(({ state, refund_of }) => state === 'succeeded' && refund_of === refundOf)
  if (refundOf !== null && refund !== undefined) throw refundJustRecorded(refund)
}

const paymentCancelled = (): Refusal => new Refusal('payment-cancelled', backOfficePaymentsWords.cancelledStartAgain)

/**
 * Settles the study's open attempt with the processor, because no other charge or refund may start before this attempt
 * ends. Attempts that ended without the processor's result are checked too. Returns the checked attempts in their
 * current state. Throws 409 `payment-in-progress` if the open attempt has still not ended.
 */
export const settleOpenAttempt = async (
  studyID: string,
  context: CardContext,
): Promise<readonly PaymentAttemptRow[]> => {
  const ended: PaymentAttemptRow[] = []
  for (const unproven of await findUnprovenAttempts(context.db, studyID)) {
    ended.push((await settleAttempt(unproven, { isAbandoned: true, terminal: null }, context)).row)
  }
  const open = await findOpenAttempt(context.db, studyID)
  if (open === undefined) return ended
  try {
    const { row } = await settleAttempt(open, { isAbandoned: false, terminal: null }, context)
    if (row.state !== 'open') return [...ended, row]
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
  throw paymentInProgress()
}

/**
 * Records an attempt before the processor is called: the row is committed whatever happens next. A repetition returns
 * the same attempt in its current state. Throws 409 `payment-in-progress` while another attempt on the study has not
 * ended; 409 `already-cancelled`, `location-and-time-missing` or `amount-above-balance`; 409 `scan-prohibited` for a
 * temporary hold whose scan a safety notice forbids; 409 `already-refunded` when a refund was just recorded; the
 * refusals of {@link checkRefund}; 422 `idempotency-key-reused` when the id belongs to another attempt.
 */
export const beginAttempt = async (
  request: AttemptRequest,
  caller: Pick<Caller, 'userID' | 'name'>,
  context: CardContext,
): Promise<PaymentAttemptRow> => {
  const known = await findAttempt(context.db, request.attemptID)
  if (known !== undefined) return sameAttempt(known, request)
  refuseCardNumber('memo', request.memo)
  try {
    refuseJustRecorded(await settleOpenAttempt(request.studyID, context), request.refundOf)
  } catch (error) {
    // If the workstation sent this request twice, the first copy may have stored the attempt that blocks this second
    // copy.
    const twin = await findAttempt(context.db, request.attemptID)
    if (twin === undefined) throw error
    return sameAttempt(twin, request)
  }
  try {
    return await inTransaction(context.db, async (db) => {
      const study = await lockStudyLedger(db, request.studyID, context)
      const location = await findLocation(db, study.location_id)
      if (location === undefined) throw new Error('a study without its location')
      if (request.kind === 'payment') await checkPayment(db, study, request.amount, context)
      else await checkRefundOf(db, study, request, context.now)
      const row: PaymentAttemptRow = {
        attempt_id: request.attemptID,
        study_id: study.study_id,
        location_id: study.location_id,
        kind: request.kind,
        route: request.route,
        amount: request.amount,
        currency: location.currency.currency,
        refund_of: request.refundOf,
        memo: request.memo,
        state: 'open',
        intent_id: null,
        failure: null,
        transaction_id: null,
        user_id: caller.userID,
        user_name: caller.name,
        begun_at: context.now,
        settled_at: null,
        request_key: request.requestKey,
        look_again_at: null,
      }
      await addAttempt(db, row)
      return row
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    // A concurrent call inserted a row first: a second copy of this request, a call that found no attempt under this id
    // and stored it as cancelled, or a request of another workstation for another attempt.
    const other = await findAttempt(context.db, request.attemptID)
    if (other === undefined) throw paymentInProgress()
    return sameAttempt(other, request)
  }
}

const sameAttempt = (row: PaymentAttemptRow, request: AttemptRequest): PaymentAttemptRow => {
  const isTombstone = row.state === 'cancelled' && row.amount === 0
  const isSame =
    row.study_id === request.studyID &&
    (isTombstone || (row.kind === request.kind && row.amount === request.amount && row.refund_of === request.refundOf))
  if (!isSame) throw new Refusal('idempotency-key-reused', backOfficePaymentsWords.keyUsed)
  return row
}

const checkPayment = async (db: Database, study: StudyRow, amount: Money, context: CardContext): Promise<void> => {
  if (study.cancelled === 1) throw alreadyCancelled(study)
  if (!hasLocationAndTime(study)) {
    throw new Refusal('location-and-time-missing', paymentMessages.missingLocationAndTime)
  }
  // The last check before a card is charged. If a stop appears later, the payment is recorded, but the hold does not
  // become a booking.
  const block = await readHoldBlock(db, study, context)
  if (block?.kind === 'forbidden') throw new Refusal('scan-prohibited', block.text)
  const { balance } = summarizeStudy(study, await findTransactionRows(db, study.study_id))
  if (amount <= balance) return
  const message = balance <= 0 ? backOfficePaymentsWords.nothingOwed : backOfficePaymentsWords.aboveBalance
  throw new Refusal('amount-above-balance', message, { fields: { amount: message } })
}

/** Checks a refund while the ledger is locked. The open attempt that the caller then adds blocks other refunds. */
const checkRefundOf = async (db: Database, study: StudyRow, request: AttemptRequest, now: number): Promise<void> => {
  const row = await findRefunded(db, study.study_id, request.refundOf ?? '')
  await refuseUnprovenRefund(db, row, now)
  await checkRefund(db, row, {
    amount: toDecimalAmount(request.amount),
    memo: request.memo,
    interacTransaction: request.isCardThere ? 'reader' : null,
  })
}

/** The values with which a workstation starts a reader or the card fields. A pad needs no `client_secret`. */
type Ready = { readonly client_secret: string; readonly id: string; readonly status: string }

/**
 * Makes an open attempt's intent at the processor and stores the intent's id before it returns the secret. A repeated
 * call makes no second intent. Throws 503 `processor-unavailable`, 409 `payment-cancelled` when the attempt has ended
 * in the meantime, 400 `invalid-input` for an amount below the processor's minimum.
 */
export const readyAttempt = async (row: PaymentAttemptRow, context: CardContext): Promise<Ready> => {
  if (row.state === 'succeeded') return { client_secret: '', id: row.intent_id ?? row.attempt_id, status: 'succeeded' }
  if (row.state !== 'open') throw paymentCancelled()
  if (settlesWith(row.route) === 'terminal') return { client_secret: '', id: row.attempt_id, status: 'registered' }
  const make = (): Promise<ProcessorReply<{ id: string; clientSecret: string; status?: string }>> =>
    row.kind === 'refund' ? prepareRefund(row, context) : makeIntent(row, context)
  let made = await make()
  // A retry under the attempt's key makes no second intent.
  if (!made.ok && made.kind !== 'refused') made = await make()
  if (!made.ok) {
    context.log('warning', 'cards.intent-not-made', { attemptID: row.attempt_id, code: made.code })
    if (made.kind === 'refused') {
      const failure = { code: 'processor-unavailable', message: backOfficePaymentsWords.processorRefused }
      await endAttempt(row, { state: 'cancelled', failure }, context, true)
    }
    if (made.code === 'amount_too_small') {
      const message = backOfficePaymentsWords.amountTooSmall
      throw new Refusal('invalid-input', message, { fields: { amount: message } })
    }
    throw processorUnavailable()
  }
  const { id, clientSecret, status } = made.value
  if (row.intent_id === null && !(await keepIntent(context.db, row.attempt_id, id))) {
    // The attempt was cancelled while its intent was made. The secret was never returned; cancelling the intent only
    // cleans up.
    await (row.kind === 'refund'
      ? context.cardProcessor.cancelReaderRefund(id)
      : context.cardProcessor.cancelIntent(id))
    throw paymentCancelled()
  }
  return { client_secret: clientSecret, id, status: status ?? 'requires_payment_method' }
}

const makeIntent = (row: PaymentAttemptRow, context: CardContext): Promise<ProcessorReply<Intent>> =>
  row.intent_id === null
    ? context.cardProcessor.createIntent({
        attemptID: row.attempt_id as AttemptID,
        amount: toMoney(row.amount),
        currency: row.currency,
        kind: row.route === 'card-fields' ? 'card' : 'card_present',
        metadata: { studyID: row.study_id, locationID: row.location_id },
      })
    : context.cardProcessor.readIntent(row.intent_id)

const prepareRefund = async (row: PaymentAttemptRow, context: CardContext) => {
  const undone = row.refund_of === null ? undefined : await findTransactionRow(context.db, row.refund_of)
  return context.cardProcessor.prepareReaderRefund({
    intentID: (undone === undefined ? null : chargeReferenceOf(undone, context.cardProcessor)) ?? '',
    amount: toMoney(row.amount),
    currency: row.currency,
    attemptID: row.attempt_id as AttemptID,
  })
}
