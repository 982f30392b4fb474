import { type SimulatedReaderOutcome, simulatedReaderOutcomes } from '#domain/payments/simulated-reader.ts'
import { describeDecline } from '#domain/payments/test-cards.ts'
import type { CollectOutcome, CollectRequest, ProcessorLink } from './card-terminal.ts'
import { lost } from './reader-replies.ts'
import type { ReaderRun, ReaderState } from './reader-state.ts'
import { INTERAC_CARD, judgeConfirmation } from './simulated-terminal-answers.ts'

/** A timer that tests can replace. `after` returns the function that cancels it. */
export type TerminalClock = { after(ms: number, run: () => void): () => void }

/** Delays of the simulated reader, in milliseconds. */
export type SimulatedPace = {
  /** Until the reader is connected. */
  readonly connectMs: number
  /** Until the member presents a card. */
  readonly presentMs: number
  /** From the card to the call to the processor. */
  readonly processMs: number
  /** The delay that replaces `processMs` when the plan is `slow`. */
  readonly slowProcessMs: number
  /** How long the reader waits for a card before it gives up. */
  readonly waitLimitMs: number
  /** How long the reader waits for the processor's answer before the outcome is unknown. */
  readonly answerLimitMs: number
}

/** A payment on the simulated reader. */
export type SimulatedRun = ReaderRun & {
  /** Ends the current wait with a reason. */
  interrupt: (reason: 'cancelled' | 'lost') => void
}

/** Takes one card on the simulated reader, which follows `plan`. */
type SimulatedCard = (
  request: CollectRequest,
  plan: SimulatedReaderOutcome,
  onProcessing: () => void,
) => Promise<CollectOutcome>

const unanswered: CollectOutcome = { outcome: 'unknown', reason: 'The reader did not respond in time.' }

export const createSimulatedCard = (parts: {
  readonly link: ProcessorLink
  readonly clock: TerminalClock
  readonly pace: SimulatedPace
  readonly state: ReaderState<SimulatedRun>
}): SimulatedCard => {
  const { link, clock, pace, state } = parts

  /** Waits for `ms` or until the wait is interrupted. */
  const wait = (run: SimulatedRun, ms: number): Promise<'over' | 'cancelled' | 'lost'> =>
    new Promise((resolve) => {
      const cancelTimer = clock.after(ms, () => resolve('over'))
      run.interrupt = (reason) => {
        cancelTimer()
        resolve(reason)
      }
    })

  /**
   * Confirms the intent at the processor. Returns null when the processor did not answer in time, {@link lost} when the
   * reader was lost first.
   */
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
    // The outcome of the race is decided, so this call only cancels the timer of `limit`.
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
        reason: "The card couldn't be read.",
      }
    }

    state.process(run)
    onProcessing()
    // It is too late to stop: a cancel from here on is refused, and only the processor knows the outcome.
    const processed = await wait(run, plan === 'slow' ? pace.slowProcessMs : pace.processMs)
    if (processed === 'lost') return lost
    if (plan === 'incorrect-pin') {
      return { outcome: 'declined', step: 'process', code: 'incorrect_pin', reason: describeDecline('incorrect_pin') }
    }
    const presented = simulatedReaderOutcomes.find(({ name }) => name === plan)?.paymentMethod ?? 'pm_card_visa'
    // Only Interac refunds need the card to be present, so the card of an approved refund is an Interac card.
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
