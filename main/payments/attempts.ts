import type { PaymentsBridge, Reader } from '#contract/payments/bridge.ts'
import type { AttemptStanding } from '#contract/payments/routes.ts'
import { fail, ok, type Reply } from '#contract/reply.ts'
import { type CardRoute, isOpenAttempt, type PaymentAttempt } from '#domain/payments/payment-attempt.ts'
import { isPadPayment } from '#domain/payments/refund.ts'
import type { AttemptID, TransactionID } from '#domain/payments/transaction.ts'
import { toInstant } from '#domain/values/instant.ts'
import { parseDecimalAmount } from '#domain/values/money.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { offlineMessage } from '../back-office-client/staff-calls.ts'
import { confirmStandIn } from './attempt-card-fields.ts'
import type { PaymentAttemptsParts } from './attempt-ports.ts'
import { createAttemptRunner } from './attempt-runner.ts'
import { refuseCardNumbers } from './offline-cash.ts'

/** Card payments and card-present refunds of this workstation, from the first row in the journal to the transaction. */
export type PaymentAttempts = {
  readonly start: PaymentsBridge['startAttempt']
  readonly startRefund: PaymentsBridge['startRefund']
  readonly cardFieldsDone: PaymentsBridge['cardFieldsDone']
  readonly cancel: PaymentsBridge['cancelAttempt']
  readonly check: PaymentsBridge['checkAttempt']
  /** All that have not ended or were not acknowledged, oldest first; `payments.openAttempts`. */
  open(): readonly PaymentAttempt[]
  /** Those of a study that have not ended, or were approved and are not recorded yet. */
  openOf(studyID: StudyID): readonly PaymentAttempt[]
  acknowledge(attemptID: AttemptID): void
  /** Whether anything is still to be found out or recorded. */
  hasOpen(): boolean
  /** At start-up and reconnect, before anything else of money: finds out about every open attempt nobody is collecting. */
  settleOpen(): Promise<void>
  /** What the back office answered somewhere else, as when finance resolved one. */
  noteStanding(standing: AttemptStanding): void
  /** Stops every timer; resolves when no call is under way. Nothing begins, is written or published afterwards. */
  finish(): Promise<void>
}

const signInMessage = 'Please sign in first.'
const inProgressMessage = 'A card payment on this study has not ended yet. Please wait until it is known how it ended.'
const notFoundMessage = 'This payment is not known on this workstation.'

/** What a new attempt is made of, once it is known where and through what. */
type Beginning = Pick<PaymentAttempt, 'attemptID' | 'studyID' | 'kind' | 'amountMinor' | 'refundOf' | 'memo'> & {
  readonly through: 'terminal' | 'card-fields'
  readonly refund: { readonly chargeID: string; readonly transactionID: TransactionID } | null
}

/** Puts the attempts of a workstation together; {@link PaymentAttempts.settleOpen} takes up what a former start left. */
export const createPaymentAttempts = (parts: PaymentAttemptsParts): PaymentAttempts => {
  const { journal, office, log } = parts
  const runner = createAttemptRunner(parts)
  let settling: Promise<void> | null = null

  const openOf = (studyID: StudyID): readonly PaymentAttempt[] =>
    journal.open().filter((attempt) => attempt.studyID === studyID)

  const known = (attemptID: AttemptID): Reply<PaymentAttempt> => {
    const attempt = journal.read(attemptID)
    return attempt === null ? fail('not-found', notFoundMessage) : ok(attempt)
  }

  /** The same id again is the same attempt: a double click makes one. */
  const knownAlready = (begun: Pick<Beginning, 'attemptID' | 'studyID' | 'kind' | 'amountMinor' | 'refundOf'>) => {
    const attempt = journal.read(begun.attemptID)
    if (attempt === null) return null
    const isSame =
      attempt.studyID === begun.studyID &&
      attempt.kind === begun.kind &&
      attempt.amountMinor === begun.amountMinor &&
      attempt.refundOf === begun.refundOf
    return isSame ? ok(attempt) : fail('idempotency-key-reused', 'This was begun already with other details.')
  }

  const routeFor = (
    through: Beginning['through'],
  ): Reply<{ readonly route: CardRoute; readonly readerID: string | null }> => {
    if (through === 'card-fields') return ok({ route: 'card-fields', readerID: null })
    const terminal = parts.terminal()
    const reader: Reader | null = terminal?.status().reader ?? null
    return terminal === null || reader === null || reader.link !== 'connected'
      ? fail('terminal-not-connected', 'No card reader is connected. Please choose one first.')
      : ok({ route: terminal.driver, readerID: reader.readerID })
  }

  const beginAttempt = async (beginning: Beginning): Promise<Reply<PaymentAttempt>> => {
    const { attemptID, studyID, kind, amountMinor, refundOf, memo, through, refund } = beginning
    const author = parts.author()
    if (author === null) return fail('signed-out', signInMessage)
    const twin = knownAlready(beginning)
    if (twin !== null) return twin
    if (!parts.isOnline()) return fail('offline', offlineMessage)
    const place = await parts.readPlace(studyID)
    if (!place.ok) return place
    for (const earlier of openOf(studyID)) if (earlier.attemptID !== attemptID) await runner.findOut(earlier)
    // Somebody else may have signed in, and the reader been changed, while that was found out.
    if (parts.author() !== author) return fail('signed-out', signInMessage)
    const route = routeFor(through)
    if (!route.ok) return route
    const attempt: PaymentAttempt = {
      attemptID,
      studyID,
      locationID: place.value.locationID,
      kind,
      ...route.value,
      amountMinor,
      currency: place.value.currency,
      refundOf,
      memo,
      state: 'created',
      intentID: null,
      isCancelAsked: false,
      transactionID: null,
      terminalResult: null,
      failure: null,
      begunAt: toInstant(parts.nowMs()),
      handedOffAt: null,
      settledAt: null,
      author,
    }
    try {
      const written = journal.begin(attempt)
      if (written === 'in-progress') return fail('payment-in-progress', inProgressMessage)
      if (written === 'known') return knownAlready(beginning) ?? fail('not-found', notFoundMessage)
    } catch (thrown) {
      log('error', 'payments.journal-failed', { event: 'begin', reason: thrown instanceof Error ? thrown.name : '' })
      return fail('unexpected', 'The payment could not be written down, so it was not begun. Nothing was charged.')
    }
    runner.begin(attemptID, refund)
    return known(attemptID)
  }

  const start: PaymentAttempts['start'] = async ({ attemptID, studyID, amount, through }) => {
    const amountMinor = parsePaid(amount)
    if (amountMinor === null) return invalidAmount
    return await beginAttempt({
      attemptID,
      studyID,
      kind: 'payment',
      amountMinor,
      refundOf: null,
      memo: '',
      through,
      refund: null,
    })
  }

  const startRefund: PaymentAttempts['startRefund'] = async ({ attemptID, studyID, transactionID, amount, memo }) => {
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
    const { details, currency } = read.value
    if (read.value.studyID !== studyID) return fail('not-found', 'This payment is not of this study.')
    if (isPadPayment(read.value)) {
      if (parts.terminal()?.driver !== 'serial') return fail('terminal-not-connected', padNeededMessage)
      // How much may go back is the ledger's to say: the back office refuses what is above it when the attempt is registered.
      const refund = { chargeID: details.referenceID ?? '', transactionID }
      return await beginAttempt({ ...beginning, memo, through: 'terminal', refund })
    }
    if (!details.isInterac || currency !== 'CAD' || details.referenceID === null) {
      return fail('invalid-input', 'Only an Interac payment in Canadian dollars is refunded with the card present.')
    }
    const interac = await office.readInteracRefund(details.referenceID)
    if (!interac.ok) return interac
    if (amountMinor > interac.value.amount) {
      return fail('amount-above-refundable', 'This is more than can still be refunded of this payment.')
    }
    const refund = { chargeID: interac.value.chargeID, transactionID }
    return await beginAttempt({ ...beginning, memo, through: 'terminal', refund })
  }

  const settleAll = async (): Promise<void> => {
    const rows = journal.unreadable().length
    if (rows > 0) log('error', 'payments.attempts-unreadable', { rows })
    await Promise.all(journal.open().map((attempt) => runner.findOut(attempt)))
  }

  return {
    start,
    startRefund,
    cardFieldsDone: async ({ attemptID, testPaymentMethod }) => {
      const attempt = journal.read(attemptID)
      const clientSecret = runner.standInSecret(attemptID)
      if (attempt === null || clientSecret === null) return fail('not-found', notFoundMessage)
      if (attempt.state !== 'handed-off' || attempt.isCancelAsked) return ok(attempt)
      runner.dispatch(attemptID, { kind: 'card-presented' })
      void confirmStandIn(office, clientSecret, testPaymentMethod).then((answer) =>
        runner.dispatch(attemptID, { kind: 'reader-answered', answer }),
      )
      return known(attemptID)
    },
    cancel: async ({ attemptID }) => {
      const attempt = journal.read(attemptID)
      if (attempt !== null) runner.cancel(attempt)
      return known(attemptID)
    },
    check: async ({ attemptID }) => {
      const attempt = journal.read(attemptID)
      if (attempt !== null && isOpenAttempt(attempt)) await runner.findOut(attempt)
      return known(attemptID)
    },
    open: () => journal.unacknowledged(),
    openOf,
    acknowledge: (attemptID) => {
      journal.acknowledge(attemptID)
    },
    hasOpen: () => journal.open().length > 0,
    settleOpen: () => {
      settling ??= settleAll().finally(() => {
        settling = null
      })
      return settling
    },
    noteStanding: (standing) => runner.noteStanding(standing),
    finish: () => runner.finish(),
  }
}

const padNeededMessage = 'This was paid on a PIN pad. Please connect the PIN pad to give it back there.'

const invalidAmount = fail('invalid-input', 'Please enter an amount above 0 with at most two decimals.', {
  fields: { amount: 'must be above 0, with at most 2 decimals' },
})

const parsePaid = (amount: number): number | null => {
  const parsed = Number.isFinite(amount) ? parseDecimalAmount(amount) : undefined
  return parsed === undefined || parsed <= 0 ? null : parsed
}
