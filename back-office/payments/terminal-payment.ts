import { backOfficeRoutes, type RouteAnswer } from '#contract/back-office.ts'
import { type CardRoute, settlesWith } from '#domain/payments/payment-attempt.ts'
import type { TransactionID } from '#domain/payments/transaction.ts'
import { parseDecimalAmount, toMoney } from '#domain/values/money.ts'
import { type HandlerContext, type HandlerInput, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { noSuchStudy } from '../kernel/route-access.ts'
import { findAttempt, findAttemptOfIntent } from '../repositories/payment-attempts-repository.ts'
import { findStudy } from '../repositories/studies-repository.ts'
import { detailsOf, findTransactionRow } from '../repositories/transactions-repository.ts'
import { beginAttempt, readyAttempt } from './card-begin.ts'
import { settleAttempt } from './card-settle.ts'
import { backOfficePaymentsWords } from './payments-words.ts'

type TerminalPaymentContext = Pick<
  HandlerContext,
  'caller' | 'cardProcessor' | 'db' | 'kind' | 'log' | 'newId' | 'now' | 'setAuditSubject' | 'supportPhone'
>

/**
 * Throws 503 `processor-unavailable` unless this card route can be used: a pad always can, any other route only with
 * this back office's card processor.
 */
const checkRoute = (route: CardRoute, { cardProcessor }: Pick<HandlerContext, 'cardProcessor'>): void => {
  const isTaken =
    settlesWith(route) === 'terminal' ||
    (route === 'card-fields' ? cardProcessor.kind !== 'none' : cardProcessor.kind === route)
  if (isTaken) return
  const message =
    cardProcessor.kind === 'none' ? backOfficePaymentsWords.noProcessor : backOfficePaymentsWords.otherReaderKind
  throw new Refusal('processor-unavailable', message)
}

/**
 * Begins an attempt at a reader, on a pad or in the card window, or cancels an attempt by its intent. Throws 400 for a
 * study at another location, 404 for an unknown study or payment, 409 like {@link beginAttempt}, 503
 * `processor-unavailable`.
 */
export const createTerminalPayment = async (
  { params, body }: HandlerInput<'createTerminalPayment'>,
  context: TerminalPaymentContext,
): Promise<RouteAnswer<'createTerminalPayment'>> => {
  if (!('attemptID' in body)) return cancelByIntent(params.locationID, body.paymentIntentId, context)
  const caller = requireCaller(context)
  const study = await findStudy(context.db, body.studyID)
  if (study === undefined) throw noSuchStudy()
  if (study.location_id !== params.locationID) {
    const message = backOfficePaymentsWords.studyElsewhere
    throw new Refusal('invalid-input', message, { fields: { locationID: message } })
  }
  context.setAuditSubject({ memberID: study.patient_id })
  checkRoute(body.route, context)
  if (body.kind === 'refund') await checkReaderRefund(body.refundOf, body.route, context)
  const { attemptID, studyID, kind, route, memo } = body
  const attempt = await beginAttempt(
    {
      attemptID,
      studyID,
      kind,
      route,
      memo,
      amount: parseDecimalAmount(body.amount) ?? toMoney(0),
      refundOf: kind === 'refund' ? body.refundOf : null,
      requestKey: null,
      isCardThere: true,
    },
    caller,
    context,
  )
  return readyAttempt(attempt, context)
}

/**
 * Adds the secret to the stored answer of a repeated call, because the secret is never stored. If the attempt has
 * ended, returns the stored answer without a secret.
 */
export const renewTerminalPayment = async (kept: unknown, context: TerminalPaymentContext): Promise<unknown> => {
  const { id } = backOfficeRoutes.createTerminalPayment.answer.parse(kept)
  const attempt = await findAttemptOfIntent(context.db, id)
  return attempt?.state === 'open' ? readyAttempt(attempt, context) : kept
}

/**
 * Throws unless this kind of reader can refund the payment: a pad refunds payments made on a pad, any other reader
 * refunds Interac payments.
 */
const checkReaderRefund = async (
  refundOf: TransactionID | null,
  route: CardRoute,
  context: Pick<HandlerContext, 'db'>,
): Promise<void> => {
  const undone = refundOf === null ? undefined : await findTransactionRow(context.db, refundOf)
  if (undone === undefined) throw new Refusal('not-found', backOfficePaymentsWords.studyTransactionNotFound)
  const paid = undone.attempt_id === null ? undefined : await findAttempt(context.db, undone.attempt_id)
  const isOfPad = paid !== undefined && settlesWith(paid.route) === 'terminal'
  const isPad = settlesWith(route) === 'terminal'
  if (isOfPad === isPad && (isPad || (detailsOf(undone).isInterac && undone.currency === 'CAD'))) return
  throw new Refusal('step-not-allowed', backOfficePaymentsWords.notRefundedOnReader)
}

const cancelByIntent = async (
  locationID: string,
  intentID: string,
  context: TerminalPaymentContext,
): Promise<RouteAnswer<'createTerminalPayment'>> => {
  const attempt = (await findAttemptOfIntent(context.db, intentID)) ?? (await findAttempt(context.db, intentID))
  if (attempt === undefined || attempt.location_id !== locationID) {
    throw new Refusal('not-found', backOfficePaymentsWords.locationPaymentNotFound)
  }
  context.setAuditSubject({ studyID: attempt.study_id })
  const { row } = await settleAttempt(attempt, { isAbandoned: true, terminal: null }, context)
  const status = row.state === 'open' ? 'processing' : row.state === 'succeeded' ? 'succeeded' : 'canceled'
  return { client_secret: '', id: intentID, status }
}
