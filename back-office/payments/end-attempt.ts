import type { RouteAnswer } from '#contract/back-office.ts'
import { settlesWith } from '#domain/payments/payment-attempt.ts'
import { isUniqueViolation } from '../database/database.ts'
import { type HandlerContext, type HandlerInput, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { noSuchStudy } from '../kernel/route-access.ts'
import { isMissing } from '../outside/processor/card-processor.ts'
import { addAttempt, findAttempt, type PaymentAttemptRow } from '../repositories/payment-attempts-repository.ts'
import { findStudy } from '../repositories/studies-repository.ts'
import { findTransactionRow } from '../repositories/transactions-repository.ts'
import {
  endAttempt,
  outcomeAsAsked,
  type ResolvedCardAttempt,
  recordOutcome,
  toAttemptStatusReply,
  withoutConversion,
} from './card-record.ts'
import { chargeReferenceOf, nextCheckSeconds } from './card-refund.ts'
import { settleAttempt } from './card-settle.ts'
import { refuseCardNumber } from './checks.ts'
import { backOfficePaymentsWords } from './payments-words.ts'

type EndAttemptContext = Pick<
  HandlerContext,
  | 'caller'
  | 'cardProcessor'
  | 'db'
  | 'environment'
  | 'kind'
  | 'log'
  | 'newId'
  | 'now'
  | 'openPromoUsers'
  | 'reconciliation'
  | 'setAuditSubject'
  | 'supportPhone'
>

/**
 * Returns the attempt that a call names. If the server does not know the attempt, stores it as cancelled, so that a
 * late request cannot start it.
 */
const findOrRecordAsCancelled = async (
  studyID: string,
  attemptID: string,
  context: Pick<HandlerContext, 'caller' | 'db' | 'now' | 'setAuditSubject'>,
): Promise<PaymentAttemptRow> => {
  const study = await findStudy(context.db, studyID)
  if (study === undefined) throw noSuchStudy()
  context.setAuditSubject({ memberID: study.patient_id })
  const known = await findAttempt(context.db, attemptID)
  if (known === undefined) {
    const caller = requireCaller(context)
    try {
      await addAttempt(context.db, {
        attempt_id: attemptID,
        study_id: studyID,
        location_id: study.location_id,
        kind: 'payment',
        route: 'card-fields',
        amount: 0,
        currency: 'CAD',
        refund_of: null,
        memo: '',
        state: 'cancelled',
        intent_id: null,
        failure: JSON.stringify({
          code: 'payment-cancelled',
          message: backOfficePaymentsWords.neverBegun,
        }),
        transaction_id: null,
        user_id: caller.userID,
        user_name: caller.name,
        begun_at: context.now,
        settled_at: context.now,
        request_key: null,
        look_again_at: null,
      })
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
    }
  }
  const attempt = known ?? (await findAttempt(context.db, attemptID))
  if (attempt?.study_id !== studyID) throw new Refusal('not-found', backOfficePaymentsWords.paymentNotFound)
  return attempt
}

/**
 * Settles an attempt with the processor's result, or with a pad's report. Throws 400 for a pad's report on an attempt
 * that was not made on a pad; 404 for an attempt of another study.
 */
export const settlePaymentAttempt = async (
  { params, body }: HandlerInput<'settlePaymentAttempt'>,
  context: EndAttemptContext,
): Promise<RouteAnswer<'settlePaymentAttempt'>> => {
  const attempt = await findOrRecordAsCancelled(params.studyId, params.attemptID, context)
  if (attempt.amount > 0 && body.terminal !== null && settlesWith(attempt.route) !== 'terminal') {
    const message = backOfficePaymentsWords.settledByProcessor
    throw new Refusal('invalid-input', message, { fields: { terminal: message } })
  }
  if (attempt.amount === 0 && body.terminal?.outcome === 'approved') {
    context.log('error', 'cards.pad-approved-unknown-attempt', { attemptID: attempt.attempt_id })
  }
  return toAttemptStatusReply(await settleAttempt(attempt, body, context), context)
}

/**
 * Ends an attempt with the outcome that finance entered, unless the processor has a result. Throws 404 for an unknown
 * attempt.
 */
export const resolvePaymentAttempt = async (
  { params, body }: HandlerInput<'resolvePaymentAttempt'>,
  context: EndAttemptContext,
): Promise<RouteAnswer<'resolvePaymentAttempt'>> => {
  const attempt = await findAttempt(context.db, params.attemptID)
  if (attempt === undefined || attempt.study_id !== params.studyId) {
    throw new Refusal('not-found', backOfficePaymentsWords.paymentNotFound)
  }
  refuseCardNumber('reason', body.reason)
  refuseCardNumber('referenceID', body.referenceID)
  const asked = await askProcessor(attempt, context)
  if (asked.row.state !== 'open') return toAttemptStatusReply(asked, context)
  if (body.outcome === 'cancelled') {
    const failure = { code: 'payment-cancelled', message: `Ended by finance: ${body.reason}` }
    // The processor may still report a charge, so the sweep asks the processor again and records a charge that the
    // processor reports.
    const nextCheckAt = settlesWith(attempt.route) === 'terminal' ? null : context.now + nextCheckSeconds
    return toAttemptStatusReply(
      await endAttempt(attempt, { state: 'cancelled', failure, nextCheckAt }, context),
      context,
    )
  }
  const outcome = outcomeAsAsked(attempt, { referenceID: body.referenceID, card: null })
  const memo = [attempt.memo, `Ended by finance: ${body.reason}`].filter((line) => line !== '').join('. ')
  return toAttemptStatusReply(await recordOutcome({ ...attempt, memo }, outcome, context), context)
}

/** The age in seconds from which finance may end an attempt even if the processor does not return its result. */
const endableAfterSeconds = 3600

const askProcessor = async (attempt: PaymentAttemptRow, context: EndAttemptContext): Promise<ResolvedCardAttempt> => {
  if (settlesWith(attempt.route) === 'terminal') return withoutConversion(attempt)
  try {
    return await settleAttempt(attempt, { isAbandoned: true, terminal: null }, context)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const undone = attempt.refund_of === null ? undefined : await findTransactionRow(context.db, attempt.refund_of)
    const charge = undone === undefined ? attempt.intent_id : chargeReferenceOf(undone, context.cardProcessor)
    const probe = await context.cardProcessor.readIntent(charge ?? '')
    // A refused call, such as one with a wrong API key, proves nothing about the money; only the answer that the
    // processor has no such charge is proof.
    if (isMissing(probe) || context.now - attempt.begun_at >= endableAfterSeconds) return withoutConversion(attempt)
    throw error
  }
}
