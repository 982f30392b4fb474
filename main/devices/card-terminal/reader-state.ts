import type { Reader } from '#contract/payments/bridge.ts'
import type { AttemptID } from '#domain/payments/transaction.ts'
import type { CollectOutcome, TerminalStatus } from './card-terminal.ts'

/** A payment on a reader. */
export type ReaderRun = {
  readonly attemptID: AttemptID
  readonly answer: Promise<CollectOutcome>
  stage: 'waiting' | 'processing'
}

/**
 * The state of a reader whose payments a processor carries out: the connected reader, the payment on it and the
 * outcomes of earlier payments. Every change is published to the listeners.
 */
export type ReaderState<Run extends ReaderRun> = {
  reader(): Reader | null
  setReader(to: Reader | null): void
  running(): Run | null
  begin(run: Run): void
  /** Records that a card was presented. */
  process(run: Run): void
  /** Ends the current payment, and keeps the outcome when it is certain. */
  end(outcome: CollectOutcome): void
  /** Returns the certain outcome of an earlier payment. */
  answerOf(attemptID: AttemptID): CollectOutcome | undefined
  status(): TerminalStatus
  /** Adds a listener; the returned function removes it. */
  onChange(listener: (status: TerminalStatus) => void): () => void
}

/** Number of answers kept for repeated requests: a repeat comes within minutes, not hundreds of payments later. */
const ANSWERS_KEPT = 200

export const createReaderState = <Run extends ReaderRun>(): ReaderState<Run> => {
  const listeners = new Set<(status: TerminalStatus) => void>()
  const answers = new Map<AttemptID, CollectOutcome>()
  let reader: Reader | null = null
  let running: Run | null = null

  const status = (): TerminalStatus => ({
    reader,
    activity: running === null ? 'idle' : running.stage === 'waiting' ? 'waiting-for-card' : 'processing',
  })
  const publish = (): void => {
    const now = status()
    for (const listener of [...listeners]) listener(now)
  }

  return {
    reader: () => reader,
    setReader: (to) => {
      reader = to
      publish()
    },
    running: () => running,
    begin: (run) => {
      running = run
      publish()
    },
    process: (run) => {
      run.stage = 'processing'
      publish()
    },
    end: (outcome) => {
      const attemptID = running?.attemptID
      running = null
      if (attemptID !== undefined && outcome.outcome !== 'unknown' && outcome.outcome !== 'not-started') {
        answers.set(attemptID, outcome)
        const [oldest] = answers.keys()
        if (answers.size > ANSWERS_KEPT && oldest !== undefined) answers.delete(oldest)
      }
      publish()
    },
    answerOf: (attemptID) => answers.get(attemptID),
    status,
    onChange: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
