import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import { mayBeDone } from '#contract/failures.ts'
import type { PaymentsBridge } from '#contract/payments/bridge.ts'
import type { Reply } from '#contract/reply.ts'
import { isFinalAttempt, isOpenAttempt, type PaymentAttempt } from '#domain/payments/payment-attempt.ts'
import { type AttemptID, attemptIDSchema } from '#domain/payments/transaction.ts'
import { createReadings } from '../kit/readings.ts'
import { createAttemptCards } from './attempt-cards.ts'

type Input<Method extends 'startAttempt' | 'startRefund'> = Omit<Parameters<PaymentsBridge[Method]>[0], 'attemptID'>
type PaymentStart = Input<'startAttempt'>
type RefundStart = Input<'startRefund'>

type AttemptsStoreState = {
  /** This workstation's card attempts that are open, or whose result no user has seen; oldest first. */
  readonly attempts: readonly PaymentAttempt[]
  /** Studies whose card attempts a modal of this window shows, so the frame shows no notice about them. */
  readonly watched: readonly string[]
  readonly load: () => Promise<void>
  /** Starts a card payment. A press after a lost answer repeats the same attempt. */
  readonly start: (input: PaymentStart) => Promise<Reply<PaymentAttempt>>
  /**
   * Like {@link start}, with a card typed into the stand-in for the provider's fields. The payment method's name stays
   * in memory until the processor has the payment.
   */
  readonly startWithCard: (
    input: Omit<PaymentStart, 'through'>,
    testPaymentMethod: string,
  ) => Promise<Reply<PaymentAttempt>>
  readonly startRefund: (input: RefundStart) => Promise<Reply<PaymentAttempt>>
  readonly cancel: (attemptID: AttemptID) => Promise<Reply<PaymentAttempt>>
  /** Asks the processor or the pad for the attempt's result. */
  readonly check: (attemptID: AttemptID) => Promise<Reply<PaymentAttempt>>
  /** Records that the user has seen the result. */
  readonly acknowledge: (attemptID: AttemptID) => Promise<Reply<unknown>>
  /** Whether this window stores the card typed into the stand-in for this attempt, or is sending it. */
  readonly hasCard: (attemptID: AttemptID) => boolean
  /** Marks that a modal shows this study's card attempts, until the returned function is called. */
  readonly watch: (studyID: string) => () => void
  readonly clear: () => void
}
export type AttemptsStore = StoreApi<AttemptsStoreState>
export type WithAttempts = { readonly attempts: AttemptsStore }

const inOrder = (attempts: Iterable<PaymentAttempt>): readonly PaymentAttempt[] =>
  [...attempts].sort((one, other) => (one.begunAt < other.begunAt ? -1 : one.begunAt > other.begunAt ? 1 : 0))

/**
 * Creates the store of this workstation's card attempts (decisions §5). Main has the authoritative state. This window
 * shows it, including attempts from other windows and from before a reload.
 */
export const createAttemptsStore = (
  bridge: Pick<Bridge, 'payments' | 'on'>,
  newID: () => string = () => crypto.randomUUID(),
): AttemptsStore => {
  const { payments } = bridge
  /** IDs of starts that were not answered, by their input. */
  const begun = new Map<string, AttemptID>()
  /** Attempts that events reported during a reading. They are newer than the answer to that reading. */
  const told = new Map<AttemptID, PaymentAttempt>()
  const readings = createReadings()

  return createStore<AttemptsStoreState>((set, get) => {
    const put = (attempt: PaymentAttempt): void => {
      const others = get().attempts.filter(({ attemptID }) => attemptID !== attempt.attemptID)
      set({ attempts: inOrder([...others, attempt]) })
      cards.follow(attempt)
    }
    const drop = (attemptID: AttemptID): void =>
      set({ attempts: get().attempts.filter((attempt) => attempt.attemptID !== attemptID) })

    /** Applies an answer about an attempt, unless an event has already reported a final state. */
    const take = (attempt: PaymentAttempt): void => {
      const known = get().attempts.find(({ attemptID }) => attemptID === attempt.attemptID)
      if (known === undefined || !isFinalAttempt(known.state)) put(attempt)
    }

    // If the call that sends a card fails, the modal renders again: without a card the payment can only be cancelled.
    const cards = createAttemptCards(payments, take, () => set({ attempts: [...get().attempts] }))

    const begin = async (
      what: string,
      call: (attemptID: AttemptID) => Promise<Reply<PaymentAttempt>>,
      testPaymentMethod?: string,
    ): Promise<Reply<PaymentAttempt>> => {
      const kept = begun.get(what)
      const attemptID = kept ?? attemptIDSchema.parse(newID())
      begun.set(what, attemptID)
      if (testPaymentMethod !== undefined) cards.keep(attemptID, testPaymentMethod)
      const reply = await call(attemptID)
      // Without a definite answer the attempt may have started. The next try then has the same ID and gets the result
      // of that attempt.
      if (reply.ok || !mayBeDone('bridge', kept !== undefined, reply.failure)) begun.delete(what)
      if (reply.ok) {
        const known = get().attempts.find((attempt) => attempt.attemptID === attemptID)
        if (known === undefined) put(reply.value)
      } else {
        cards.forget(attemptID)
        // The attempt may have started after all. If so, it is in the list of open attempts.
        void get().load()
      }
      return reply
    }

    bridge.on('payments.attemptChanged', (attempt) => {
      told.set(attempt.attemptID, attempt)
      put(attempt)
    })
    bridge.on('bridge.gap', () => void get().load())

    return {
      attempts: [],
      watched: [],
      load: async () => {
        const isLatest = readings.begin()
        told.clear()
        const reply = await payments.openAttempts({})
        if (!reply.ok || !isLatest()) return
        const read = new Map(reply.value.map((attempt) => [attempt.attemptID, attempt]))
        for (const [attemptID, attempt] of told) read.set(attemptID, attempt)
        set({ attempts: inOrder(read.values()) })
      },
      start: async (input) =>
        begin(`${input.studyID} ${input.through} ${input.amount}`, (attemptID) =>
          payments.startAttempt({ ...input, attemptID }),
        ),
      startWithCard: async (input, testPaymentMethod) =>
        begin(
          `${input.studyID} card-fields ${input.amount}`,
          (attemptID) => payments.startAttempt({ ...input, attemptID, through: 'card-fields' }),
          testPaymentMethod,
        ),
      startRefund: async (input) =>
        begin(`${input.transactionID} refund ${input.amount}`, (attemptID) =>
          payments.startRefund({ ...input, attemptID }),
        ),
      cancel: async (attemptID) => {
        const reply = await payments.cancelAttempt({ attemptID })
        if (reply.ok) take(reply.value)
        return reply
      },
      check: async (attemptID) => {
        const reply = await payments.checkAttempt({ attemptID })
        if (reply.ok) take(reply.value)
        return reply
      },
      acknowledge: async (attemptID) => {
        const reply = await payments.acknowledgeAttempt({ attemptID })
        if (reply.ok) drop(attemptID)
        return reply
      },
      hasCard: cards.has,
      watch: (studyID) => {
        set({ watched: [...get().watched, studyID] })
        return () => {
          const { watched } = get()
          const at = watched.indexOf(studyID)
          set({ watched: watched.filter((_, index) => index !== at) })
        }
      },
      clear: () => {
        readings.expire()
        begun.clear()
        cards.clear()
        set({ attempts: [] })
      },
    }
  })
}

/**
 * Returns the card attempt of a study for its modal: the latest open one, else the oldest whose result no user has
 * seen.
 */
export const shownAttempt = (attempts: readonly PaymentAttempt[], studyID: string): PaymentAttempt | undefined => {
  const own = attempts.filter((attempt) => attempt.studyID === studyID)
  return own.findLast(isOpenAttempt) ?? own[0]
}
