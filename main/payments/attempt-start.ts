import type { PaymentsBridge, Reader } from '#contract/payments/bridge.ts'
import { fail, ok, type Reply } from '#contract/reply.ts'
import { decideCardRefund } from '#domain/payments/card-refund.ts'
import type { CardRoute, PaymentAttempt } from '#domain/payments/payment-attempt.ts'
import type { TransactionID } from '#domain/payments/transaction.ts'
import { type Instant, toInstant } from '#domain/values/instant.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import { type Currency, parseDecimalAmount } from '#domain/values/money.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { offlineMessage } from '../back-office-client/staff-calls.ts'
import type { PaymentAttemptsParts } from './attempt-ports.ts'
import type { AttemptRunner } from './attempt-runner.ts'
import { refuseCardNumbers } from './offline-cash.ts'

/** The request for a new attempt, before its location and its reader are known. */
type AttemptInput = Pick<PaymentAttempt, 'attemptID' | 'studyID' | 'kind' | 'amountMinor' | 'refundOf' | 'memo'> & {
  readonly through: 'terminal' | 'card-fields'
  readonly refund: { readonly chargeID: string; readonly transactionID: TransactionID } | null
}

type Place = { readonly locationID: LocationID; readonly currency: Currency }
type Route = { readonly route: CardRoute; readonly readerID: string | null }

const signInMessage = 'Sign in first.'
const inProgressMessage = 'A card payment on this study is still in progress. Wait for its result.'
const unreadMessage = 'This computer has no record of this payment.'
const padNeededMessage = 'This payment was made on a PIN pad. To refund the payment, connect the PIN pad.'
const interacOnlyMessage = 'Only Interac payments in Canadian dollars are refunded with the card present.'

const invalidAmount = fail('invalid-input', 'Enter an amount above 0 with at most two decimals.', {
  fields: { amount: 'must be above 0, with at most 2 decimals' },
})

/**
 * Creates the commands that start card payments and card-present refunds. They check a request, record it and pass it
 * to the runner.
 */
export const createAttemptStart = (
  parts: PaymentAttemptsParts,
  runner: Pick<AttemptRunner, 'begin' | 'findOut'>,
): Pick<PaymentsBridge, 'startAttempt' | 'startRefund'> => {
  const { journal, office, log } = parts

  /** Returns the attempt that already has this id, so that a double click makes only one attempt. */
  const knownAlready = (begun: Pick<AttemptInput, 'attemptID' | 'studyID' | 'kind' | 'amountMinor' | 'refundOf'>) => {
    const attempt = journal.read(begun.attemptID)
    if (attempt === null) return null
    const isSame =
      attempt.studyID === begun.studyID &&
      attempt.kind === begun.kind &&
      attempt.amountMinor === begun.amountMinor &&
      attempt.refundOf === begun.refundOf
    return isSame
      ? ok(attempt)
      : fail('idempotency-key-reused', 'This payment or refund was already started with other details.')
  }

  const routeFor = (through: AttemptInput['through']): Reply<Route> => {
    if (through === 'card-fields') return ok({ route: 'card-fields', readerID: null })
    const terminal = parts.terminal()
    const reader: Reader | null = terminal?.status().reader ?? null
    return terminal === null || reader === null || reader.link !== 'connected'
      ? fail('terminal-not-connected', 'No card reader is connected. Connect one first.')
      : ok({ route: terminal.driver, readerID: reader.readerID })
  }

  const write = (beginning: AttemptInput, attempt: PaymentAttempt): Reply<PaymentAttempt> | null => {
    try {
      const written = journal.begin(attempt)
      if (written === 'in-progress') return fail('payment-in-progress', inProgressMessage)
      if (written === 'known') return knownAlready(beginning) ?? fail('not-found', unreadMessage)
      return null
    } catch (thrown) {
      log('error', 'payments.journal-failed', { event: 'begin', reason: thrown instanceof Error ? thrown.name : '' })
      return fail(
        'unexpected',
        "The payment or refund couldn't be saved on this computer, so it was not started. No money was moved.",
      )
    }
  }

  const beginAttempt = async (beginning: AttemptInput): Promise<Reply<PaymentAttempt>> => {
    const { attemptID, studyID, through, refund } = beginning
    const author = parts.author()
    if (author === null) return fail('signed-out', signInMessage)
    const twin = knownAlready(beginning)
    if (twin !== null) return twin
    if (!parts.isOnline()) return fail('offline', offlineMessage)
    const place = await parts.readPlace(studyID)
    if (!place.ok) return place
    for (const earlier of openAttemptsOf(journal, studyID))
      if (earlier.attemptID !== attemptID) await runner.findOut(earlier)
    // Meanwhile another user may have signed in, and the reader may have changed.
    if (parts.author() !== author) return fail('signed-out', signInMessage)
    const route = routeFor(through)
    if (!route.ok) return route
    const attempt = toNewAttempt(beginning, place.value, route.value, author, toInstant(parts.nowMs()))
    const refusal = write(beginning, attempt)
    if (refusal !== null) return refusal
    runner.begin(attemptID, refund)
    const begun = journal.read(attemptID)
    return begun === null ? fail('not-found', unreadMessage) : ok(begun)
  }

  const startAttempt: PaymentsBridge['startAttempt'] = async ({ attemptID, studyID, amount, through }) => {
    const amountMinor = parsePaid(amount)
    if (amountMinor === null) return invalidAmount
    const payment = { attemptID, studyID, kind: 'payment', amountMinor, refundOf: null, memo: '' } as const
    return await beginAttempt({ ...payment, through, refund: null })
  }

  const startRefund: PaymentsBridge['startRefund'] = async ({ attemptID, studyID, transactionID, amount, memo }) => {
    const amountMinor = parsePaid(amount)
    if (amountMinor === null) return invalidAmount
    const typed = refuseCardNumbers({ memo })
    if (typed !== null) return typed
    const beginning = { attemptID, studyID, kind: 'refund', amountMinor, refundOf: transactionID } as const
    const twin = knownAlready(beginning)
    if (twin !== null) return twin
    if (!parts.isOnline()) return fail('offline', offlineMessage)
    const read = await office.readTransaction(transactionID)
    if (!read.ok) return read
    const decision = decideCardRefund(read.value, studyID)
    const beginRefund = (chargeID: string) =>
      beginAttempt({ ...beginning, memo, through: 'terminal', refund: { chargeID, transactionID } })
    switch (decision.kind) {
      case 'of-another-study':
        return fail('not-found', 'This payment belongs to another study.')
      case 'pad':
        if (parts.terminal()?.driver !== 'serial') return fail('terminal-not-connected', padNeededMessage)
        return await beginRefund(decision.chargeID)
      case 'no-card-needed':
        return fail('invalid-input', interacOnlyMessage)
      case 'interac': {
        const interac = await office.readInteracRefund(decision.referenceID)
        if (!interac.ok) return interac
        if (amountMinor > interac.value.amount) {
          return fail('amount-above-refundable', 'The amount is more than can still be refunded.')
        }
        return await beginRefund(interac.value.chargeID)
      }
    }
  }

  return { startAttempt, startRefund }
}

/** Returns a study's attempts that have not ended, or were approved and are not recorded yet. */
export const openAttemptsOf = (
  journal: Pick<PaymentAttemptsParts['journal'], 'open'>,
  studyID: StudyID,
): readonly PaymentAttempt[] => journal.open().filter((attempt) => attempt.studyID === studyID)

const toNewAttempt = (
  { attemptID, studyID, kind, amountMinor, refundOf, memo }: AttemptInput,
  { locationID, currency }: Place,
  { route, readerID }: Route,
  author: string,
  begunAt: Instant,
): PaymentAttempt => ({
  attemptID,
  studyID,
  locationID,
  kind,
  route,
  readerID,
  amountMinor,
  currency,
  refundOf,
  memo,
  state: 'created',
  intentID: null,
  isCancelAsked: false,
  transactionID: null,
  terminalResult: null,
  failure: null,
  begunAt,
  handedOffAt: null,
  settledAt: null,
  author,
})

const parsePaid = (amount: number): number | null => {
  const parsed = Number.isFinite(amount) ? parseDecimalAmount(amount) : undefined
  return parsed === undefined || parsed <= 0 ? null : parsed
}
