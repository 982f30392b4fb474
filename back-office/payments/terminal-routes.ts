import { backOfficeRoutes, type RouteAnswer } from '#contract/back-office.ts'
import { parseDecimalAmount, toMoney } from '#domain/money/money.ts'
import { refundableOf } from '#domain/payments/ledger.ts'
import { type CardRoute, settlesWith } from '#domain/payments/payment-attempt.ts'
import type { TransactionID } from '#domain/payments/transaction.ts'
import { isUniqueViolation } from '../database/database.ts'
import { type HandlerContext, type HandlerInput, type Handlers, mayWorkAt, requireCaller } from '../kernel/handler.ts'
import { noSuchStudy } from '../kernel/route-access.ts'
import { RouteFailure } from '../kernel/route-failure.ts'
import { isMissing } from '../outside/processor/card-processor.ts'
import {
  addAttempt,
  findAttempt,
  findAttemptOfIntent,
  type PaymentAttemptRow,
} from '../repositories/payment-attempts-repository.ts'
import { findStudy } from '../repositories/studies-repository.ts'
import {
  findPaymentByReference,
  findTransactionRow,
  findTransactionRows,
  toEntryOfRow,
} from '../repositories/transactions-repository.ts'
import { beginAttempt, readyAttempt } from './card-begin.ts'
import {
  asItStands,
  endAttempt,
  outcomeAsAsked,
  processorUnavailable,
  recordOutcome,
  type Settled,
  toStanding,
} from './card-record.ts'
import { chargeReferenceOf, detailsOf, lookAgainSeconds } from './card-refund.ts'
import { settleAttempt } from './card-settle.ts'
import { refuseCardNumber } from './checks.ts'

type TerminalRoutes =
  | 'readTerminalToken'
  | 'createTerminalPayment'
  | 'readInteracRefund'
  | 'settlePaymentAttempt'
  | 'resolvePaymentAttempt'
  | 'confirmSimulatedPayment'

/** Whether this back office's processor takes what comes from such a route. */
const checkRoute = (route: CardRoute, { cardProcessor }: HandlerContext): void => {
  const isTaken =
    settlesWith(route) === 'terminal' ||
    (route === 'card-fields' ? cardProcessor.kind !== 'none' : cardProcessor.kind === route)
  if (isTaken) return
  const message =
    cardProcessor.kind === 'none'
      ? 'No card processor is set up here: cards cannot be taken.'
      : 'This reader does not work with the card processor that is set up here.'
  throw new RouteFailure(503, 'processor-unavailable', message)
}

const readyPayment = async (
  { params, body }: HandlerInput<'createTerminalPayment'>,
  context: HandlerContext,
): Promise<RouteAnswer<'createTerminalPayment'>> => {
  if (!('attemptID' in body)) return cancelByIntent(params.locationID, body.paymentIntentId, context)
  const caller = requireCaller(context)
  const study = await findStudy(context.db, body.studyID)
  if (study === undefined) throw noSuchStudy()
  if (study.location_id !== params.locationID) {
    const message = 'This study is at another location.'
    throw new RouteFailure(400, 'invalid-input', message, { fields: { locationID: message } })
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

/** The answer to a call that was answered before, with the secret that is not kept; none any more once the attempt has ended. */
export const renewTerminalPayment = async (kept: unknown, context: HandlerContext): Promise<unknown> => {
  const { id } = backOfficeRoutes.createTerminalPayment.answer.parse(kept)
  const attempt = await findAttemptOfIntent(context.db, id)
  return attempt?.state === 'open' ? readyAttempt(attempt, context) : kept
}

/** A reader gives back what needs the card: an Interac payment, or one of the pad's own. */
const checkReaderRefund = async (
  refundOf: TransactionID | null,
  route: CardRoute,
  context: HandlerContext,
): Promise<void> => {
  const undone = refundOf === null ? undefined : await findTransactionRow(context.db, refundOf)
  if (undone === undefined) throw new RouteFailure(404, 'not-found', 'There is no such transaction on this study.')
  const paid = undone.attempt_id === null ? undefined : await findAttempt(context.db, undone.attempt_id)
  const isOfPad = paid !== undefined && settlesWith(paid.route) === 'terminal'
  const isPad = settlesWith(route) === 'terminal'
  if (isOfPad === isPad && (isPad || (detailsOf(undone).isInterac && undone.currency === 'CAD'))) return
  throw new RouteFailure(409, 'step-not-allowed', 'This payment is not refunded on this reader.')
}

const cancelByIntent = async (
  locationID: string,
  intentID: string,
  context: HandlerContext,
): Promise<RouteAnswer<'createTerminalPayment'>> => {
  const attempt = (await findAttemptOfIntent(context.db, intentID)) ?? (await findAttempt(context.db, intentID))
  if (attempt === undefined || attempt.location_id !== locationID) {
    throw new RouteFailure(404, 'not-found', 'There is no such payment at this location.')
  }
  context.setAuditSubject({ studyID: attempt.study_id })
  const { row } = await settleAttempt(attempt, { isAbandoned: true, terminal: null }, context)
  const status = row.state === 'open' ? 'processing' : row.state === 'succeeded' ? 'succeeded' : 'canceled'
  return { client_secret: '', id: intentID, status }
}

const readInteracRefund = async (
  referenceID: string,
  context: HandlerContext,
): Promise<RouteAnswer<'readInteracRefund'>> => {
  const missing = new RouteFailure(404, 'not-found', 'There is no such card payment at your locations.')
  const attempt = await findAttemptOfIntent(context.db, referenceID)
  const row =
    (await findTransactionRow(context.db, attempt?.transaction_id ?? referenceID)) ??
    (await findPaymentByReference(context.db, referenceID)).find(
      (found) => detailsOf(found).referenceID === referenceID,
    )
  if (row === undefined || !mayWorkAt(requireCaller(context), row.location_id)) throw missing
  context.setAuditSubject({ studyID: row.study_id, locationID: row.location_id })
  const details = detailsOf(row)
  if (!details.isInterac || row.currency !== 'CAD') {
    throw new RouteFailure(409, 'step-not-allowed', 'This was no Interac payment: it is refunded without the card.')
  }
  const entries = (await findTransactionRows(context.db, row.study_id)).map(toEntryOfRow)
  const intent = await context.cardProcessor.readIntent(chargeReferenceOf(row, context.cardProcessor) ?? '')
  if (!intent.ok || intent.value.chargeID === null) throw processorUnavailable()
  return {
    chargeID: intent.value.chargeID,
    amount: refundableOf(entries, row.transaction_id as TransactionID),
    currency: 'cad',
    transactionID: row.transaction_id as TransactionID,
  }
}

/** The attempt a call is about; one nobody knows is written down as cancelled, so that a late request cannot begin it. */
const findOrBury = async (studyID: string, attemptID: string, context: HandlerContext): Promise<PaymentAttemptRow> => {
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
          message: 'The payment was never begun. Nothing was charged.',
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
  if (attempt?.study_id !== studyID) throw new RouteFailure(404, 'not-found', 'There is no such payment on this study.')
  return attempt
}

const settle = async (
  { params, body }: HandlerInput<'settlePaymentAttempt'>,
  context: HandlerContext,
): Promise<RouteAnswer<'settlePaymentAttempt'>> => {
  const attempt = await findOrBury(params.studyId, params.attemptID, context)
  if (attempt.amount > 0 && body.terminal !== null && settlesWith(attempt.route) !== 'terminal') {
    const message = 'This attempt is settled by the card processor, not by a terminal’s word.'
    throw new RouteFailure(400, 'invalid-input', message, { fields: { terminal: message } })
  }
  if (attempt.amount === 0 && body.terminal?.outcome === 'approved') {
    context.log('error', 'pad-approved-unknown-attempt', { attemptID: attempt.attempt_id })
  }
  return toStanding(await settleAttempt(attempt, body, context), context)
}

/** The processor's word comes first; only where it has none does finance's count. */
const resolve = async (
  { params, body }: HandlerInput<'resolvePaymentAttempt'>,
  context: HandlerContext,
): Promise<RouteAnswer<'resolvePaymentAttempt'>> => {
  const attempt = await findAttempt(context.db, params.attemptID)
  if (attempt === undefined || attempt.study_id !== params.studyId) {
    throw new RouteFailure(404, 'not-found', 'There is no such payment on this study.')
  }
  refuseCardNumber('reason', body.reason)
  refuseCardNumber('referenceID', body.referenceID)
  const asked = await askProcessor(attempt, context)
  if (asked.row.state !== 'open') return toStanding(asked, context)
  if (body.outcome === 'cancelled') {
    const failure = { code: 'payment-cancelled', message: `Ended by finance: ${body.reason}` }
    // What only the processor can know it may still say: it is asked on, and what it took is recorded.
    const lookAgainAt = settlesWith(attempt.route) === 'terminal' ? null : context.now + lookAgainSeconds
    return toStanding(await endAttempt(attempt, { state: 'cancelled', failure, lookAgainAt }, context), context)
  }
  const outcome = outcomeAsAsked(attempt, { referenceID: body.referenceID, card: null })
  const memo = [attempt.memo, `Ended by finance: ${body.reason}`].filter((line) => line !== '').join('. ')
  return toStanding(await recordOutcome({ ...attempt, memo }, outcome, context), context)
}

/** For so long the processor may be out of reach before finance's word counts without it. */
const patienceSeconds = 3600

const askProcessor = async (attempt: PaymentAttemptRow, context: HandlerContext): Promise<Settled> => {
  if (settlesWith(attempt.route) === 'terminal') return asItStands(attempt)
  try {
    return await settleAttempt(attempt, { isAbandoned: true, terminal: null }, context)
  } catch (error) {
    if (!(error instanceof RouteFailure)) throw error
    const undone = attempt.refund_of === null ? undefined : await findTransactionRow(context.db, attempt.refund_of)
    const charge = undone === undefined ? attempt.intent_id : chargeReferenceOf(undone, context.cardProcessor)
    const probe = await context.cardProcessor.readIntent(charge ?? '')
    // A wrong key or a refusal says nothing about the money; only where there is no such charge nothing more will be said.
    if (isMissing(probe) || context.now - attempt.begun_at >= patienceSeconds) return asItStands(attempt)
    throw error
  }
}

/** The calls of booking spec §7 Terminal, and how attempts end. */
export const terminalHandlers: Handlers<TerminalRoutes> = {
  readTerminalToken: async ({ params }, context) => {
    const token = await context.cardProcessor.connectionToken(params.locationID)
    if (token.ok) return token.value
    context.log('warning', 'connection-token-refused', { code: token.code })
    throw new RouteFailure(
      503,
      'processor-unavailable',
      'The card processor gave no connection token for this location.',
    )
  },
  createTerminalPayment: readyPayment,
  readInteracRefund: ({ params }, context) => readInteracRefund(params.referenceID, context),
  settlePaymentAttempt: settle,
  resolvePaymentAttempt: resolve,
  confirmSimulatedPayment: async ({ body }, context) => {
    const confirm = context.cardProcessor.confirmSimulated
    const missing = new RouteFailure(404, 'not-found', 'There is no such payment at the simulated processor.')
    if (confirm === null) throw missing
    const answer = await confirm(body.client_secret, body.payment_method)
    if (!answer.ok) throw missing
    const { id, status, error } = answer.value
    return {
      id,
      status,
      error: error && { code: error.code, decline_code: error.declineCode, message: error.message },
    }
  },
}
