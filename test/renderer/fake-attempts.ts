import type { PaymentsBridge, Reader, TerminalBridge, TerminalState } from '#contract/payments/bridge.ts'
import { type Failure, fail, ok, type Reply } from '#contract/reply.ts'
import { type AttemptFailure, cancelledFailure } from '#domain/payments/attempt-failure.ts'
import { decideCardRefund } from '#domain/payments/card-refund.ts'
import {
  type AttemptState,
  isFinalAttempt,
  isOpenAttempt,
  type PaymentAttempt,
} from '#domain/payments/payment-attempt.ts'
import { connectFailed, paymentMessages, processResultError } from '#domain/payments/payment-messages.ts'
import {
  defaultSimulatedOutcome,
  type SimulatedReaderOutcome,
  simulatedReaderOutcomes,
} from '#domain/payments/simulated-reader.ts'
import type { TransactionDetails } from '#domain/payments/transaction.ts'
import { mayMoveMoney, moneyForbiddenReason } from '#domain/session/cashier-roles.ts'
import { hasRole } from '#domain/session/role.ts'
import type { Study } from '#domain/study/study.ts'
import { toDecimalAmount } from '#domain/values/money.ts'
import type { FakeLedger } from './fake-ledger.ts'
import { toCents } from './fake-ledger.ts'
import type { FakeWorld } from './fake-members.ts'

const offline = () => fail('offline', 'The back office cannot be reached.')
const unknown = () => fail('not-found', 'There is no such record.')
const notConnected = () => fail('terminal-not-connected', 'No card reader is connected.')
const busy = () => fail('terminal-busy', connectFailed('The reader is busy with another payment.'))
const neverBegun: Failure = { code: 'payment-cancelled', message: 'The payment was cancelled. Nothing was charged.' }

const fakeReaders: readonly Reader[] = [
  {
    readerID: 'sim-1',
    driver: 'simulated',
    label: 'Simulated reader',
    isSimulated: true,
    link: 'not-connected',
    battery: 82,
  },
  {
    readerID: 'sim-2',
    driver: 'simulated',
    label: 'Simulated reader of another desk',
    isSimulated: true,
    link: 'in-use-elsewhere',
    battery: null,
  },
]

export type FakeAttempts = {
  readonly commands: Pick<
    PaymentsBridge,
    | 'startAttempt'
    | 'startRefund'
    | 'cardFieldsDone'
    | 'cancelAttempt'
    | 'checkAttempt'
    | 'checkOpenAttempt'
    | 'openAttempts'
    | 'acknowledgeAttempt'
    | 'resolveAttempt'
  >
  readonly terminal: TerminalBridge
  /** Returns the attempts that are still open, and those that were not acknowledged after their end. */
  readonly open: () => readonly PaymentAttempt[]
  /**
   * Moves the attempt to a state, as the reader and the processor do. `succeeded` records the transaction. A new
   * attempt stays in `handed-off` until a test or a command moves it.
   */
  readonly move: (attemptID: string, state: AttemptState, failure?: AttemptFailure) => void
  readonly setTerminal: (change: Partial<TerminalState>) => void
  /** Sets the readers that a search finds from now on. */
  readonly setReaders: (readers: readonly Reader[]) => void
  /** Returns the outcome that the simulated reader will use for the next attempt. */
  readonly simulatedOutcome: () => string
  /** Returns the outcome that the simulated reader uses for an attempt. */
  readonly planOf: (attemptID: string) => SimulatedReaderOutcome
}

/**
 * Creates the card payments and the reader of the fake bridge. Beyond `handed-off`, only tests and commands move an
 * attempt.
 */
export const createFakeAttempts = (world: FakeWorld, ledger: FakeLedger): FakeAttempts => {
  const attempts = new Map<string, PaymentAttempt>()
  const acknowledged = new Set<string>()
  let readers = fakeReaders
  let outcome: SimulatedReaderOutcome = defaultSimulatedOutcome
  let terminal: TerminalState = {
    current: { ...(fakeReaders[0] as Reader), link: 'connected' },
    activity: 'idle',
    lastSuccessAt: null,
    problem: null,
    drivers: [
      { driver: 'simulated', unavailable: null },
      { driver: 'stripe', unavailable: 'No card processor account is set up.' },
      { driver: 'serial', unavailable: 'No serial port was found.' },
    ],
  }

  /** The outcome that the simulated reader uses for each attempt. */
  const plans = new Map<string, SimulatedReaderOutcome>()
  /** Attempts that were checked before they began. A later start of such an attempt is cancelled. */
  const neverToBegin = new Set<string>()

  const cardOf = ({ attemptID, kind, intentID, route }: PaymentAttempt): Partial<TransactionDetails> =>
    kind === 'payment' && route !== 'card-fields' && plans.get(attemptID) === 'interac'
      ? { cardType: 'interac', cardLastFour: '1933', isInterac: true, referenceID: intentID }
      : { cardType: 'visa', cardLastFour: '4242' }
  const setTerminal = (change: Partial<TerminalState>): Reply<TerminalState> => {
    terminal = { ...terminal, ...change }
    world.emit('terminal.changed', terminal)
    return ok(terminal)
  }
  const put = (attempt: PaymentAttempt): PaymentAttempt => {
    attempts.set(attempt.attemptID, attempt)
    world.emit('payments.attemptChanged', attempt)
    return attempt
  }
  const find = (studyID: string) => world.clinic.studies.find((study) => study.studyID === studyID)

  /** Returns why the back office refuses to register an attempt, or null. Checks in the back office's order. */
  const refusalOf = (study: Study, { attemptID, kind, amountMinor }: PaymentAttempt): Failure | null => {
    const { message } = neverBegun
    if (neverToBegin.has(attemptID)) return { code: 'payment-cancelled', message }
    if (!mayMoveMoney(world.user()?.roles ?? [])) {
      return { code: 'insufficient-permissions', message: moneyForbiddenReason }
    }
    if (study.status.cancelled) {
      return { code: 'already-cancelled', message: 'This appointment has already been cancelled.' }
    }
    if (study.booking === null) {
      return { code: 'location-and-time-missing', message: paymentMessages.missingLocationAndTime }
    }
    const isAbove = kind === 'payment' && amountMinor > toCents(ledger.paymentsOf(study).totalBalance)
    return isAbove ? { code: 'amount-above-balance', message: 'The amount is above the remaining balance.' } : null
  }

  const begin = (
    given: Pick<PaymentAttempt, 'attemptID' | 'studyID' | 'kind' | 'route' | 'refundOf' | 'memo'> & { amount: number },
  ): Reply<PaymentAttempt> => {
    const { amount, ...rest } = given
    const amountMinor = toCents(amount)
    if (amountMinor <= 0) {
      return fail('invalid-input', 'Enter an amount above 0.', { fields: { amount: 'must be above 0' } })
    }
    const before = attempts.get(given.attemptID)
    if (before !== undefined) {
      const isSame =
        before.studyID === given.studyID &&
        before.kind === given.kind &&
        before.amountMinor === amountMinor &&
        before.refundOf === given.refundOf
      return isSame
        ? ok(before)
        : fail('idempotency-key-reused', 'This payment or refund was already started with other details.')
    }
    if (!world.isOnline()) return offline()
    const study = find(given.studyID)
    if (study === undefined) return unknown()
    if (given.route !== 'card-fields' && terminal.current?.link !== 'connected') return notConnected()
    if (ledger.openAttemptsOf(given.studyID).length > 0) {
      return fail('payment-in-progress', 'A card payment on this study has not ended.')
    }
    const attempt = put({
      ...rest,
      locationID: study.locationID,
      amountMinor,
      currency: ledger.paymentsOf(study).currency,
      state: 'created',
      intentID: null,
      isCancelAsked: false,
      transactionID: null,
      readerID: given.route === 'card-fields' ? null : (terminal.current?.readerID ?? null),
      terminalResult: null,
      failure: null,
      begunAt: world.now(),
      handedOffAt: null,
      settledAt: null,
      author: world.user()?.user_id ?? '',
    })
    const refusal = refusalOf(study, attempt)
    plans.set(attempt.attemptID, outcome)
    setTimeout(() => {
      const kept = attempts.get(attempt.attemptID)
      if (kept?.state !== 'created') return
      if (refusal !== null) {
        put({ ...kept, state: 'cancelled', failure: refusal, settledAt: world.now() })
        return
      }
      put({ ...kept, state: 'handed-off', intentID: `pi_${kept.attemptID}`, handedOffAt: world.now() })
      if (given.route === 'card-fields') return
      // A chosen outcome applies to one attempt. The reader approves the attempts after it.
      outcome = defaultSimulatedOutcome
      setTerminal({ activity: 'waiting-for-card' })
    }, 0)
    return ok(attempt)
  }

  const move: FakeAttempts['move'] = (attemptID, state, failure) => {
    const kept = attempts.get(attemptID)
    const study = kept && find(kept.studyID)
    if (kept === undefined || study === undefined) return
    let { transactionID } = kept
    if (state === 'succeeded' && transactionID === null) {
      const isRefund = kept.kind === 'refund'
      transactionID = ledger.append(study, {
        transactionType: isRefund ? 'Refund' : 'payment',
        paymentType: kept.route === 'card-fields' ? 'card' : 'physicalTerminal',
        amount: toDecimalAmount(toCents(kept.amountMinor / 100)),
        memo: kept.memo,
        details: { ...cardOf(kept), linkedTransaction: kept.refundOf },
      }).transaction.transactionID
    }
    const isFinal = isFinalAttempt(state)
    put({
      ...kept,
      state,
      transactionID,
      failure: failure ?? null,
      settledAt: isFinal ? world.now() : null,
    })
    setTerminal({
      activity: isFinal ? 'idle' : state === 'processing' ? 'processing' : terminal.activity,
      ...(state === 'succeeded' ? { lastSuccessAt: world.now(), problem: null } : {}),
    })
    world.emit('payments.changed', { studyID: kept.studyID })
  }

  const open = (): readonly PaymentAttempt[] =>
    [...attempts.values()].filter((attempt) => isOpenAttempt(attempt) || !acknowledged.has(attempt.attemptID))

  const commands: FakeAttempts['commands'] = {
    startAttempt: async ({ attemptID, studyID, amount, through }) =>
      begin({
        attemptID,
        studyID,
        amount,
        kind: 'payment',
        route: through === 'card-fields' ? 'card-fields' : 'simulated',
        refundOf: null,
        memo: '',
      }),
    startRefund: async ({ attemptID, studyID, transactionID, amount, memo }) => {
      if (!world.isOnline()) return offline()
      const study = find(studyID)
      const paid = study && ledger.paymentsOf(study).transactions.find((one) => one.transactionID === transactionID)
      if (study === undefined || paid === undefined) return unknown()
      const { kind } = decideCardRefund(paid, study.studyID)
      if (kind === 'of-another-study') return unknown()
      if (kind === 'pad') return notConnected()
      if (kind === 'no-card-needed') return fail('invalid-input', 'Only Interac refunds need the card present.')
      if (amount > paid.refundable) return fail('amount-above-refundable', 'The amount is above what is refundable.')
      return begin({ attemptID, studyID, amount, kind: 'refund', route: 'simulated', refundOf: transactionID, memo })
    },
    cardFieldsDone: async ({ attemptID, testPaymentMethod }) => {
      const kept = attempts.get(attemptID)
      if (kept?.route !== 'card-fields') return unknown()
      if (kept.state !== 'handed-off' || kept.isCancelAsked) return ok(kept)
      const isDeclined = /decline|fail|insufficient|expired/i.test(testPaymentMethod)
      move(
        attemptID,
        isDeclined ? 'declined' : 'succeeded',
        isDeclined ? { code: 'payment-declined', message: processResultError('The card was declined.') } : undefined,
      )
      return ok(attempts.get(attemptID) as PaymentAttempt)
    },
    cancelAttempt: async ({ attemptID }) => {
      const kept = attempts.get(attemptID)
      if (kept === undefined) return unknown()
      if (isFinalAttempt(kept.state)) return ok(kept)
      put({ ...kept, isCancelAsked: true })
      if (kept.state !== 'processing' && kept.state !== 'unknown') {
        move(attemptID, 'cancelled', { code: 'payment-cancelled', message: cancelledFailure(kept.kind).message })
      }
      return ok(attempts.get(attemptID) as PaymentAttempt)
    },
    checkAttempt: async ({ attemptID }) => {
      const kept = attempts.get(attemptID)
      if (kept !== undefined) return ok(kept)
      return unknown()
    },
    checkOpenAttempt: async ({ studyID, attemptID }) => {
      if (!world.isOnline()) return offline()
      const own = attempts.get(attemptID)
      if (own !== undefined) return own.studyID === studyID ? ok({ state: own.state }) : unknown()
      if (ledger.openAttemptsOf(studyID).some((one) => one.attemptID === attemptID)) return ok({ state: 'handed-off' })
      neverToBegin.add(attemptID)
      return ok({ state: 'cancelled' })
    },
    openAttempts: async () => ok(open()),
    acknowledgeAttempt: async ({ attemptID }) => {
      acknowledged.add(attemptID)
      return ok({})
    },
    resolveAttempt: async ({ studyID, attemptID, outcome: ended, referenceID, reason }) => {
      if (!hasRole(world.user()?.roles ?? [], 'admin')) {
        return fail('insufficient-permissions', 'Only administrators resolve a card payment.')
      }
      if (!world.isOnline()) return offline()
      const study = find(studyID)
      if (study === undefined) return unknown()
      const own = attempts.get(attemptID)
      if (own !== undefined) {
        // The given result is ignored: an open attempt charged nothing and is cancelled, an ended attempt is unchanged.
        if (!isFinalAttempt(own.state)) move(attemptID, 'cancelled', neverBegun)
        const { state, intentID, failure } = attempts.get(attemptID) ?? own
        return ok({ attemptID, state, intentID, failure, moved: null })
      }
      const other = ledger.attemptsOfOthers.get(studyID)?.find((candidate) => candidate.attemptID === attemptID)
      if (other === undefined) return unknown()
      ledger.attemptsOfOthers.delete(studyID)
      const moved =
        ended === 'succeeded'
          ? ledger.append(study, {
              transactionType: 'payment',
              paymentType: 'physicalTerminal',
              amount: other.amount,
              memo: reason,
              details: { referenceID },
            })
          : null
      world.emit('payments.changed', { studyID: study.studyID })
      return ok({ attemptID, state: ended, intentID: null, failure: null, moved })
    },
  }

  const terminalCommands: TerminalBridge = {
    read: async () => ok(terminal),
    discover: async () => (readers.length === 0 ? fail('terminal-not-found', paymentMessages.noReaders) : ok(readers)),
    connect: async ({ readerID }) => {
      if (terminal.activity !== 'idle') return busy()
      const reader = readers.find((candidate) => candidate.readerID === readerID)
      if (reader === undefined) return fail('terminal-not-found', paymentMessages.noReaders)
      if (reader.link === 'in-use-elsewhere') {
        return fail('terminal-busy', 'Failed to connect: The reader is in use at another desk.')
      }
      return setTerminal({ current: { ...reader, link: 'connected' }, activity: 'idle', problem: null })
    },
    disconnect: async () =>
      terminal.activity === 'idle' ? setTerminal({ current: null, problem: null, activity: 'idle' }) : busy(),
    test: async () => {
      if (terminal.current?.link !== 'connected') return notConnected()
      return terminal.activity === 'idle' ? setTerminal({ lastSuccessAt: world.now(), problem: null }) : busy()
    },
    setSimulatedOutcome: async (given) => {
      const known = simulatedReaderOutcomes.find(({ name }) => name === given.outcome)
      if (known === undefined || terminal.current?.driver !== 'simulated') {
        return fail('not-found', "The connected reader can't simulate this outcome.")
      }
      outcome = known.name
      return ok(terminal)
    },
  }

  ledger.setOwnOpenAttempts((studyID) =>
    [...attempts.values()]
      .filter((attempt) => attempt.studyID === studyID && isOpenAttempt(attempt))
      .map(({ attemptID, kind, amountMinor, begunAt, author, route }) => ({
        attemptID,
        kind,
        amount: amountMinor / 100,
        since: begunAt,
        by: world.clinic.users.find(({ user_id }) => user_id === author)?.fullname ?? '',
        driver: route,
      })),
  )

  return {
    commands,
    terminal: terminalCommands,
    open,
    move,
    setTerminal,
    setReaders: (given) => {
      readers = given
    },
    simulatedOutcome: () => outcome,
    planOf: (attemptID) => plans.get(attemptID) ?? defaultSimulatedOutcome,
  }
}
