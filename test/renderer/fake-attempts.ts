import type { PaymentsBridge, Reader, TerminalBridge, TerminalState } from '#contract/payments/bridge.ts'
import { type Failure, fail, ok, type Reply } from '#contract/reply.ts'
import { type AttemptState, isFinalAttempt, type PaymentAttempt } from '#domain/payments/payment-attempt.ts'
import { paymentMessages } from '#domain/payments/payment-messages.ts'
import { mayMoveMoney, moneyForbiddenReason } from '#domain/session/cashier-roles.ts'
import { hasRole } from '#domain/session/role.ts'
import { toDecimalAmount } from '#domain/values/money.ts'
import type { FakeLedger } from './fake-ledger.ts'
import { toCents } from './fake-ledger.ts'
import type { FakeWorld } from './fake-members.ts'

const offline = () => fail('offline', 'The back office cannot be reached.')
const unknown = () => fail('not-found', 'There is no such record.')

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
  /** Attempts that are not final, were not recorded or not acknowledged. */
  readonly open: () => readonly PaymentAttempt[]
  /**
   * The attempt's next state, as the reader and the processor bring it about; `succeeded` writes the transaction. A new
   * attempt stays in `handed-off` until a test says more.
   */
  readonly move: (attemptID: string, state: AttemptState, failure?: Failure) => void
  readonly setTerminal: (change: Partial<TerminalState>) => void
  /** The readers that a search finds from now on. */
  readonly setReaders: (readers: readonly Reader[]) => void
  /** The outcome chosen last for the simulated reader. */
  readonly simulatedOutcome: () => string
}

/** Card payments and the reader of the fake bridge: nothing happens by itself, a test moves each attempt. */
export const createFakeAttempts = (world: FakeWorld, ledger: FakeLedger): FakeAttempts => {
  const attempts = new Map<string, PaymentAttempt>()
  const acknowledged = new Set<string>()
  let readers = fakeReaders
  let outcome = 'approved'
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
  const isOpen = (attempt: PaymentAttempt): boolean =>
    !isFinalAttempt(attempt.state) || (attempt.state === 'succeeded' && attempt.transactionID === null)
  const find = (studyID: string) => world.clinic.studies.find((study) => study.studyID === studyID)

  const begin = (
    given: Pick<PaymentAttempt, 'attemptID' | 'studyID' | 'kind' | 'route' | 'refundOf' | 'memo'> & { amount: number },
  ): Reply<PaymentAttempt> => {
    if (!mayMoveMoney(world.user()?.roles ?? [])) return fail('insufficient-permissions', moneyForbiddenReason)
    if (!world.isOnline()) return offline()
    const before = attempts.get(given.attemptID)
    if (before !== undefined) return ok(before)
    const study = find(given.studyID)
    if (study === undefined) return unknown()
    if (given.route !== 'card-fields' && terminal.current === null) {
      return fail('terminal-not-connected', 'No card reader is connected.')
    }
    const others = ledger.attemptsOfOthers.get(given.studyID) ?? []
    if (others.length > 0 || [...attempts.values()].some((other) => other.studyID === given.studyID && isOpen(other))) {
      return fail('payment-in-progress', 'A card payment on this study has not ended.')
    }
    const { amount, ...rest } = given
    const attempt = put({
      ...rest,
      locationID: study.locationID,
      amountMinor: toCents(amount),
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
    setTimeout(() => {
      const kept = attempts.get(attempt.attemptID)
      if (kept?.state !== 'created') return
      put({ ...kept, state: 'handed-off', intentID: `pi_${kept.attemptID}`, handedOffAt: world.now() })
      if (given.route !== 'card-fields') setTerminal({ activity: 'waiting-for-card' })
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
        details: { cardType: 'visa', cardLastFour: '4242', linkedTransaction: kept.refundOf },
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
    [...attempts.values()].filter((attempt) => isOpen(attempt) || !acknowledged.has(attempt.attemptID))

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
    startRefund: async ({ attemptID, studyID, transactionID, amount, memo }) =>
      begin({ attemptID, studyID, amount, kind: 'refund', route: 'simulated', refundOf: transactionID, memo }),
    cardFieldsDone: async ({ attemptID, testPaymentMethod }) => {
      if (!attempts.has(attemptID)) return unknown()
      const isDeclined = /decline|fail|insufficient|expired/i.test(testPaymentMethod)
      move(
        attemptID,
        isDeclined ? 'declined' : 'succeeded',
        isDeclined ? { code: 'payment-declined', message: 'The card was declined.' } : undefined,
      )
      return ok(attempts.get(attemptID) as PaymentAttempt)
    },
    cancelAttempt: async ({ attemptID }) => {
      const kept = attempts.get(attemptID)
      if (kept === undefined) return unknown()
      if (isFinalAttempt(kept.state)) return ok(kept)
      put({ ...kept, isCancelAsked: true })
      if (kept.state !== 'processing' && kept.state !== 'unknown') {
        move(attemptID, 'cancelled', { code: 'payment-cancelled', message: 'The payment was cancelled.' })
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
      const isOpen =
        ledger.attemptsOfOthers.get(studyID)?.some((candidate) => candidate.attemptID === attemptID) ?? false
      return isOpen ? ok({ state: 'handed-off' }) : unknown()
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
      if (attempts.has(attemptID)) move(attemptID, ended)
      const other = ledger.attemptsOfOthers.get(studyID)?.find((candidate) => candidate.attemptID === attemptID)
      ledger.attemptsOfOthers.delete(studyID)
      const moved =
        ended === 'succeeded' && other !== undefined
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
      const reader = readers.find((candidate) => candidate.readerID === readerID)
      if (reader === undefined) return unknown()
      if (reader.link === 'in-use-elsewhere') {
        return fail('terminal-busy', 'Failed to connect: The reader is in use at another desk.')
      }
      return setTerminal({ current: { ...reader, link: 'connected' }, activity: 'idle', problem: null })
    },
    disconnect: async () => setTerminal({ current: null, activity: 'idle' }),
    test: async () =>
      terminal.current === null
        ? fail('terminal-not-connected', 'No card reader is connected.')
        : setTerminal({ lastSuccessAt: world.now(), problem: null }),
    setSimulatedOutcome: async (given) => {
      outcome = given.outcome
      return ok(terminal)
    },
  }

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
  }
}
