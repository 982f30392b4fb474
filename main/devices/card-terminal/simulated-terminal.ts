import type { Reader } from '#contract/payments/bridge.ts'
import { type SimulatedReaderOutcome, simulatedReaderOutcomes } from '#domain/payments/simulated-reader.ts'
import type { CardTerminal, ProcessorLink, TerminalReply } from './card-terminal.ts'
import { inquireOf, notStarted, refused } from './reader-replies.ts'
import { createReaderState } from './reader-state.ts'
import { createSimulatedCard, type SimulatedPace, type SimulatedRun, type TerminalClock } from './simulated-card.ts'

const usualPace: SimulatedPace = {
  connectMs: 150,
  presentMs: 1_200,
  processMs: 800,
  slowProcessMs: 12_000,
  waitLimitMs: 180_000,
  answerLimitMs: 30_000,
}

/** The simulated reader, with control over its next outcome. */
type SimulatedTerminal = CardTerminal & {
  /**
   * Sets the outcome of the next card only; after that card the reader approves again. Returns false for an unknown
   * name.
   */
  setOutcome(name: string): boolean
  /** Returns the outcome of the next card. */
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

/**
 * Creates a reader that needs no device. It behaves like a Stripe reader: it has the same statuses and runs one command
 * at a time. It can be cancelled while it waits, and may disconnect unexpectedly. It sends a test payment method to the
 * simulated processor, which holds the final result.
 */
export const createSimulatedTerminal = (parts: {
  readonly link: ProcessorLink
  readonly clock: TerminalClock
  readonly pace?: Partial<SimulatedPace>
}): SimulatedTerminal => {
  const { link, clock } = parts
  const pace = { ...usualPace, ...parts.pace }
  const state = createReaderState<SimulatedRun>()
  const takeCard = createSimulatedCard({ link, clock, pace, state })
  const { reader, setReader, running } = state
  let next: SimulatedReaderOutcome = 'approve'
  let isClosed = false

  const linkOf = (readerID: string): Reader['link'] => {
    const current = reader()
    return current?.readerID === readerID ? current.link : 'not-connected'
  }
  const pause = (ms: number): Promise<void> => new Promise((done) => void clock.after(ms, done))

  const collect: CardTerminal['collect'] = async (request, onProcessing) => {
    const known = state.answerOf(request.attemptID)
    if (known !== undefined) return known
    const run = running()
    if (run?.attemptID === request.attemptID) return await run.answer
    if (run !== null) return notStarted('busy', 'The reader is busy with another payment.')
    if (reader()?.link !== 'connected') return notStarted('not-connected', 'No reader is connected.')
    const plan = next
    next = 'approve'
    if (plan === 'busy') return notStarted('busy', 'The reader is busy.')
    return await takeCard(request, plan, onProcessing)
  }

  const disconnect = async (): Promise<void> => {
    // Until a card is presented, nothing can have been charged. Afterwards only the processor knows the outcome.
    const run = running()
    run?.interrupt(run.stage === 'waiting' ? 'cancelled' : 'lost')
    if (reader() !== null) setReader(null)
  }

  return {
    driver: 'simulated',
    unavailable: null,
    discover: async () =>
      isClosed
        ? refused('unavailable', 'The reader is turned off.')
        : {
            ok: true,
            value: readers.map((one) => toReader(one, linkOf(one.readerID))),
          },
    connect: async (locationID, readerID): Promise<TerminalReply<Reader>> => {
      if (isClosed) return refused('unavailable', 'The reader is turned off.')
      if (running() !== null) return refused('busy', 'The reader is busy with another payment.')
      const found = readers.find((one) => one.readerID === readerID)
      if (found === undefined) return refused('not-found', 'No available readers.')
      const current = reader()
      if (current?.readerID === readerID && current.link === 'connected') return { ok: true, value: current }
      const connecting = toReader(found, 'connecting')
      setReader(connecting)
      const token = await link.connectionToken(locationID)
      if (token.ok) await pause(pace.connectMs)
      // In the meantime the reader was disconnected, or another reader replaced it.
      if (reader() !== connecting) return refused('not-connected', 'The reader was disconnected.')
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
      if (running() !== null) return refused('busy', 'The reader is busy with another payment.')
      const current = reader()
      return current?.link === 'connected'
        ? { ok: true, value: current }
        : refused('not-connected', 'No reader is connected.')
    },
    status: state.status,
    collect,
    cancel: async (attemptID) => {
      const run = running()
      if (run?.attemptID !== attemptID || run.stage !== 'waiting') return false
      run.interrupt('cancelled')
      return true
    },
    inquire: async (attemptID) =>
      running()?.attemptID === attemptID ? { outcome: 'in-progress' } : inquireOf(state.answerOf(attemptID)),
    onChange: state.onChange,
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
