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
  /** This workstation's card payments that have not ended, or whose end nobody has seen; oldest first. */
  readonly attempts: readonly PaymentAttempt[]
  /** Studies whose card payments stand in a window's own modal at this moment, and need no notice of the frame. */
  readonly watched: readonly string[]
  readonly load: () => Promise<void>
  /** Begins a card payment. Pressed again after an answer that was lost, it asks for the same one. */
  readonly start: (input: PaymentStart) => Promise<Reply<PaymentAttempt>>
  /** As {@link start}, by the stand-in's card fields: the method's name waits in memory until the processor knows of the payment. */
  readonly startWithCard: (
    input: Omit<PaymentStart, 'through'>,
    testPaymentMethod: string,
  ) => Promise<Reply<PaymentAttempt>>
  readonly startRefund: (input: RefundStart) => Promise<Reply<PaymentAttempt>>
  readonly cancel: (attemptID: AttemptID) => Promise<Reply<PaymentAttempt>>
  /** Asks whoever holds the money how it stands. */
  readonly check: (attemptID: AttemptID) => Promise<Reply<PaymentAttempt>>
  /** The desk has seen how it ended. */
  readonly acknowledge: (attemptID: AttemptID) => Promise<Reply<unknown>>
  /** Whether the stand-in's card of this attempt is still to be handed over by this window. */
  readonly hasCard: (attemptID: AttemptID) => boolean
  /** Says that a modal shows this study's card payments, until the returned function is called. */
  readonly watch: (studyID: string) => () => void
  readonly clear: () => void
}
export type AttemptsStore = StoreApi<AttemptsStoreState>
export type WithAttempts = { readonly attempts: AttemptsStore }

const inOrder = (attempts: Iterable<PaymentAttempt>): readonly PaymentAttempt[] =>
  [...attempts].sort((one, other) => (one.begunAt < other.begunAt ? -1 : one.begunAt > other.begunAt ? 1 : 0))

/**
 * The store of this workstation's card payments (decisions §5). Main holds the truth; this window shows it, also of payments
 * begun by another window or before a reload.
 */
export const createAttemptsStore = (
  bridge: Pick<Bridge, 'payments' | 'on'>,
  newID: () => string = () => crypto.randomUUID(),
): AttemptsStore => {
  const { payments } = bridge
  /** Ids of what was asked for and not answered, by what was asked. */
  const begun = new Map<string, AttemptID>()
  /** What was told while a reading was under way knows more than its answer. */
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

    /** An answer about an attempt; what was told meanwhile by an event is not taken back by an older state. */
    const take = (attempt: PaymentAttempt): void => {
      const known = get().attempts.find(({ attemptID }) => attemptID === attempt.attemptID)
      if (known === undefined || !isFinalAttempt(known.state)) put(attempt)
    }

    // Drawn again where a card was refused: without one the payment can only be cancelled.
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
      // Where it may have been begun, the same id finds out.
      if (reply.ok || !mayBeDone('bridge', kept !== undefined, reply.failure)) begun.delete(what)
      if (reply.ok) {
        const known = get().attempts.find((attempt) => attempt.attemptID === attemptID)
        if (known === undefined) put(reply.value)
      } else {
        cards.forget(attemptID)
        // It may have been begun all the same: the list of open ones says so.
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

/** The card payment of a study that its modal shows: the one that has not ended, else the oldest whose end nobody has seen. */
export const shownAttempt = (attempts: readonly PaymentAttempt[], studyID: string): PaymentAttempt | undefined => {
  const own = attempts.filter((attempt) => attempt.studyID === studyID)
  return own.findLast(isOpenAttempt) ?? own[0]
}
