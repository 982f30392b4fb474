import { type SimulatedReaderOutcome, simulatedReaderOutcomes } from '#domain/payments/simulated-reader.ts'
import { describeDecline } from '#domain/payments/test-cards.ts'
import type { CollectOutcome, CollectRequest, ProcessorLink } from './card-terminal.ts'
import { lost } from './reader-replies.ts'
import type { ReaderRun, ReaderState } from './reader-state.ts'
import { INTERAC_CARD, judgeConfirmation } from './simulated-terminal-answers.ts'

/** Waiting, so that a test need not. `after` answers what takes the alarm back. */
export type TerminalClock = { after(ms: number, run: () => void): () => void }

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

/** A payment on the simulated reader. */
export type SimulatedRun = ReaderRun & {
  /** Ends the wait that is under way, with the reason. */
  interrupt: (reason: 'cancelled' | 'lost') => void
}

/** Takes one card on the simulated reader, which does as `plan` says. */
type SimulatedCard = (
  request: CollectRequest,
  plan: SimulatedReaderOutcome,
  onProcessing: () => void,
) => Promise<CollectOutcome>

const unanswered: CollectOutcome = { outcome: 'unknown', reason: 'The reader did not answer in time.' }

export const createSimulatedCard = (parts: {
  readonly link: ProcessorLink
  readonly clock: TerminalClock
  readonly pace: SimulatedPace
  readonly state: ReaderState<SimulatedRun>
}): SimulatedCard => {
  const { link, clock, pace, state } = parts

  /** Waits so long, or until it is interrupted. */
  const wait = (run: SimulatedRun, ms: number): Promise<'over' | 'cancelled' | 'lost'> =>
    new Promise((resolve) => {
      const takeBack = clock.after(ms, () => resolve('over'))
      run.interrupt = (reason) => {
        takeBack()
        resolve(reason)
      }
    })

  /** Asks the processor; null where it did not answer in time or its reader was lost meanwhile. */
  const confirm = async (
    run: SimulatedRun,
    request: CollectRequest,
    paymentMethod: string,
  ): Promise<CollectOutcome | null> => {
    const limit = wait(run, pace.answerLimitMs).then((reason) => (reason === 'lost' ? lost : null))
    const asked = link
      .confirmSimulated(request.clientSecret, paymentMethod)
      .then((reply) => judgeConfirmation(reply, paymentMethod))
    const first = await Promise.race([asked, limit])
    // Answered or not, the wait is over: takes the alarm back.
    run.interrupt('lost')
    return first
  }

  const lose = (): CollectOutcome => {
    state.setReader(null)
    return lost
  }

  const perform = async (
    run: SimulatedRun,
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

    state.process(run)
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
  return (request, plan, onProcessing) => {
    const { promise, resolve } = Promise.withResolvers<CollectOutcome>()
    const run: SimulatedRun = {
      attemptID: request.attemptID,
      answer: promise,
      stage: 'waiting',
      interrupt: () => undefined,
    }
    state.begin(run)
    const finish = (outcome: CollectOutcome): void => {
      state.end(outcome)
      resolve(outcome)
    }
    perform(run, request, plan, onProcessing).then(finish, () => finish(unanswered))
    return promise
  }
}
