import type { Reader } from '#contract/payments/bridge.ts'
import { type SimulatedReaderOutcome, simulatedReaderOutcomes } from '#domain/payments/simulated-reader.ts'
import { describeDecline } from '#domain/payments/test-cards.ts'
import type { AttemptID } from '#domain/payments/transaction.ts'
import type {
  CardTerminal,
  CollectOutcome,
  CollectRequest,
  ProcessorLink,
  TerminalReply,
  TerminalStatus,
} from './card-terminal.ts'
import { inquireOf, lost, notStarted, refused } from './reader-replies.ts'
import { INTERAC_CARD, judgeConfirmation } from './simulated-terminal-answers.ts'

/** Waiting, so that a test need not. `after` answers what takes the alarm back. */
type TerminalClock = { after(ms: number, run: () => void): () => void }

/** How long the reader takes, in milliseconds. */
export type SimulatedPace = {
  /** Until it is connected. */
  readonly connectMs: number
  /** Until the member presents a card. */
  readonly presentMs: number
  /** Until the processor is asked, once a card was presented. */
  readonly processMs: number
  /** The same for `slow`. */
  readonly slowProcessMs: number
  /** After so long without a card the reader gives up by itself. */
  readonly waitLimitMs: number
  /** After so long without the processor's answer the outcome is unknown. */
  readonly answerLimitMs: number
}

const usualPace: SimulatedPace = {
  connectMs: 150,
  presentMs: 1_200,
  processMs: 800,
  slowProcessMs: 12_000,
  waitLimitMs: 180_000,
  answerLimitMs: 30_000,
}

/** The simulated reader, and the desk's hand on it. */
type SimulatedTerminal = CardTerminal & {
  /** What the next card does; used once, then it approves again. False where there is no outcome of that name. */
  setOutcome(name: string): boolean
  /** What the next card does. */
  nextOutcome(): SimulatedReaderOutcome
}

const readers = [
  { readerID: 'simulated-1', label: 'Simulated WisePOS E', battery: 87 },
  { readerID: 'simulated-2', label: 'Simulated WisePOS E 2', battery: 34 },
] as const

const toReader = (reader: (typeof readers)[number], link: Reader['link']): Reader => ({
  ...reader,
  driver: 'simulated',
  isSimulated: true,
  link,
})

type Running = {
  readonly attemptID: AttemptID
  readonly answer: Promise<CollectOutcome>
  stage: 'waiting' | 'processing'
  /** Ends the wait that is under way, with the reason. */
  interrupt: (reason: 'cancelled' | 'lost') => void
}

/** Answers kept for a repeated question; a desk asks again within minutes, not after hundreds of payments. */
const ANSWERS_KEPT = 200

const unanswered: CollectOutcome = { outcome: 'unknown', reason: 'The reader did not answer in time.' }

/**
 * A reader that needs no device: it behaves as a Stripe reader does (statuses, one command at a time, cancel while it waits,
 * unexpected disconnects) and hands a test payment method to the simulated processor, which holds the truth about the money.
 */
export const createSimulatedTerminal = (parts: {
  readonly link: ProcessorLink
  readonly clock: TerminalClock
  readonly pace?: Partial<SimulatedPace>
}): SimulatedTerminal => {
  const { link, clock } = parts
  const pace = { ...usualPace, ...parts.pace }
  const listeners = new Set<(status: TerminalStatus) => void>()
  const answers = new Map<AttemptID, CollectOutcome>()
  let reader: Reader | null = null
  let next: SimulatedReaderOutcome = 'approve'
  let running: Running | null = null
  let isClosed = false

  const status = (): TerminalStatus => ({
    reader,
    activity: running === null ? 'idle' : running.stage === 'waiting' ? 'waiting-for-card' : 'processing',
  })
  const publish = (): void => {
    const now = status()
    for (const listener of [...listeners]) listener(now)
  }
  const setReader = (to: Reader | null): void => {
    reader = to
    publish()
  }
  const pause = (ms: number): Promise<void> => new Promise((done) => void clock.after(ms, done))

  /** Waits so long, or until somebody interrupts. */
  const wait = (run: Running, ms: number): Promise<'over' | 'cancelled' | 'lost'> =>
    new Promise((resolve) => {
      const takeBack = clock.after(ms, () => resolve('over'))
      run.interrupt = (reason) => {
        takeBack()
        resolve(reason)
      }
    })

  const lose = (): CollectOutcome => {
    setReader(null)
    return lost
  }

  /** Asks the processor; null where it did not answer in time or its reader was lost meanwhile. */
  const confirm = async (
    run: Running,
    request: CollectRequest,
    paymentMethod: string,
  ): Promise<CollectOutcome | null> => {
    const limit = wait(run, pace.answerLimitMs).then((reason) => (reason === 'lost' ? lost : null))
    const asked = link
      .confirmSimulated(request.clientSecret, paymentMethod)
      .then((reply) => judgeConfirmation(reply, paymentMethod))
    const first = await Promise.race([asked, limit])
    // Answered or not, nobody waits any longer: takes the alarm back.
    run.interrupt('lost')
    return first
  }

  const perform = async (
    run: Running,
    request: CollectRequest,
    plan: SimulatedReaderOutcome,
    onProcessing: () => void,
  ): Promise<CollectOutcome> => {
    const waited = await wait(run, plan === 'never-present' ? pace.waitLimitMs : pace.presentMs)
    if (waited === 'lost') return lost
    if (waited === 'cancelled' || plan === 'never-present' || plan === 'cancel-on-reader') {
      return { outcome: 'cancelled' }
    }
    if (plan === 'disconnect-before-card') return lose()
    if (plan === 'card-not-read') {
      return {
        outcome: 'declined',
        step: 'payment-method',
        code: 'reader_error',
        reason: 'The card could not be read.',
      }
    }

    run.stage = 'processing'
    publish()
    onProcessing()
    // Too late to stop: a cancel that comes from here on is refused, and only the processor says how it ends.
    const processed = await wait(run, plan === 'slow' ? pace.slowProcessMs : pace.processMs)
    if (processed === 'lost') return lost
    if (plan === 'incorrect-pin') {
      return { outcome: 'declined', step: 'process', code: 'incorrect_pin', reason: describeDecline('incorrect_pin') }
    }
    const presented = simulatedReaderOutcomes.find(({ name }) => name === plan)?.paymentMethod ?? 'pm_card_visa'
    // Only Interac money is given back with the card present.
    const isTaken = presented === 'pm_card_visa'
    const answer = await confirm(run, request, request.kind === 'refund' && isTaken ? INTERAC_CARD : presented)
    if (plan === 'disconnect-after-charge') return lose()
    if (plan === 'reply-lost') return unanswered
    return answer ?? unanswered
  }

  const begin = (
    request: CollectRequest,
    plan: SimulatedReaderOutcome,
    onProcessing: () => void,
  ): Promise<CollectOutcome> => {
    const { promise, resolve } = Promise.withResolvers<CollectOutcome>()
    const run: Running = {
      attemptID: request.attemptID,
      answer: promise,
      stage: 'waiting',
      interrupt: () => undefined,
    }
    running = run
    publish()
    const finish = (outcome: CollectOutcome): void => {
      running = null
      if (outcome.outcome !== 'unknown' && outcome.outcome !== 'not-started') {
        answers.set(request.attemptID, outcome)
        const [oldest] = answers.keys()
        if (answers.size > ANSWERS_KEPT && oldest !== undefined) answers.delete(oldest)
      }
      publish()
      resolve(outcome)
    }
    perform(run, request, plan, onProcessing).then(finish, () => finish(unanswered))
    return promise
  }

  const collect: CardTerminal['collect'] = async (request, onProcessing) => {
    const known = answers.get(request.attemptID)
    if (known !== undefined) return known
    if (running?.attemptID === request.attemptID) return await running.answer
    if (running !== null) return notStarted('busy', 'The reader is busy with another payment.')
    if (reader?.link !== 'connected') return notStarted('not-connected', 'No reader is connected.')
    const plan = next
    next = 'approve'
    if (plan === 'busy') return notStarted('busy', 'The reader is busy.')
    return await begin(request, plan, onProcessing)
  }

  const disconnect = async (): Promise<void> => {
    // Before a card was presented nothing can have been charged; after it, only the processor knows.
    running?.interrupt(running.stage === 'waiting' ? 'cancelled' : 'lost')
    if (reader !== null) setReader(null)
  }

  return {
    driver: 'simulated',
    unavailable: null,
    discover: async () =>
      isClosed
        ? refused('unavailable', 'The reader is switched off.')
        : {
            ok: true,
            value: readers.map((one) =>
              toReader(one, reader?.readerID === one.readerID ? reader.link : 'not-connected'),
            ),
          },
    connect: async (locationID, readerID): Promise<TerminalReply<Reader>> => {
      if (isClosed) return refused('unavailable', 'The reader is switched off.')
      if (running !== null) return refused('busy', 'The reader is busy with another payment.')
      const found = readers.find((one) => one.readerID === readerID)
      if (found === undefined) return refused('not-found', 'No available readers.')
      if (reader?.readerID === readerID && reader.link === 'connected') return { ok: true, value: reader }
      const connecting = toReader(found, 'connecting')
      setReader(connecting)
      const token = await link.connectionToken(locationID)
      if (token.ok) await pause(pace.connectMs)
      // Disconnected or given to another reader meanwhile.
      if (reader !== connecting) return refused('not-connected', 'The reader was disconnected.')
      if (!token.ok) {
        setReader(null)
        return token
      }
      const connected = toReader(found, 'connected')
      setReader(connected)
      return { ok: true, value: connected }
    },
    disconnect,
    test: async () => {
      if (running !== null) return refused('busy', 'The reader is busy with another payment.')
      return reader?.link === 'connected'
        ? { ok: true, value: reader }
        : refused('not-connected', 'No reader is connected.')
    },
    status,
    collect,
    cancel: async (attemptID) => {
      if (running?.attemptID !== attemptID || running.stage !== 'waiting') return false
      running.interrupt('cancelled')
      return true
    },
    inquire: async (attemptID) =>
      running?.attemptID === attemptID ? { outcome: 'in-progress' } : inquireOf(answers.get(attemptID)),
    onChange: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close: async () => {
      isClosed = true
      await disconnect()
    },
    setOutcome: (name) => {
      const found = simulatedReaderOutcomes.find((outcome) => outcome.name === name)
      if (found === undefined) return false
      next = found.name
      return true
    },
    nextOutcome: () => next,
  }
}
