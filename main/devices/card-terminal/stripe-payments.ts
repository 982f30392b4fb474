import type { AttemptID } from '#domain/payments/transaction.ts'
import type { CollectOutcome, CollectRequest } from './card-terminal.ts'
import { lost } from './reader-replies.ts'
import type { ReaderRun, ReaderState } from './reader-state.ts'
import { doneSchema } from './stripe-terminal-answers.ts'
import type { StripeDeadlines, StripeTerminalPage } from './stripe-terminal-page.ts'
import { collectThenCharge } from './stripe-terminal-steps.ts'

export type StripeRun = ReaderRun & {
  readonly attemptID: AttemptID
  readonly kind: CollectRequest['kind']
  /** Whether a stop was requested. */
  isStopped: boolean
  /** Ends the run immediately, because the reader is lost or this workstation drops it. */
  readonly lose: () => void
}

const CANCEL_TRIES = 20
const CANCEL_AGAIN_MS = 50

/** Starts payments on a Stripe reader. If a payment must stop, cancels its open request on the reader. */
type StripePayments = {
  begin(request: CollectRequest, onProcessing: () => void): Promise<CollectOutcome>
  /**
   * Stops a wait for a card. A cancel that overtakes its request finds nothing to cancel, and the request would stay on
   * the reader for the next member. The cancel is therefore repeated while the payment still waits for a card.
   */
  stopWaiting(run: StripeRun): Promise<boolean>
}

export const createStripePayments = (parts: {
  readonly page: StripeTerminalPage
  readonly state: ReaderState<StripeRun>
  readonly deadlines: StripeDeadlines
  readonly clock: { after(ms: number, run: () => void): () => void }
  /** Drops the reader's connection. Called when a request may still be open on the reader. */
  dropReader(): void
}): StripePayments => {
  const { page, state, deadlines, clock, dropReader } = parts

  /** Cancels the reader's open request; drops the connection when the request may still be open. */
  const cancelRequest = async (isRefund: boolean): Promise<'cancelled' | 'nothing-open' | 'lost'> => {
    const answer = await page.call('cancel', { isRefund }, doneSchema, deadlines.cancelMs)
    if ('value' in answer) return 'cancelled'
    if (/^cancelable_already_|^no_active_/.test(answer.error.code)) return 'nothing-open'
    dropReader()
    return 'lost'
  }

  const pause = (ms: number): Promise<void> => new Promise((done) => void clock.after(ms, done))

  const stopWaiting: StripePayments['stopWaiting'] = async (run) => {
    run.isStopped = true
    for (let tries = 0; tries < CANCEL_TRIES; tries += 1) {
      if (state.running() !== run || run.stage !== 'waiting') return false
      const answer = await cancelRequest(run.kind === 'refund')
      if (answer === 'cancelled') {
        // The page's reply to the original request confirms the cancellation a moment later.
        const { promise, resolve } = Promise.withResolvers<void>()
        const cancelTimer = clock.after(deadlines.cancelMs, resolve)
        await Promise.race([run.answer, promise])
        cancelTimer()
        return true
      }
      if (answer === 'lost') return false
      await pause(CANCEL_AGAIN_MS)
    }
    return false
  }

  const begin: StripePayments['begin'] = (request, onProcessing) => {
    const { promise, resolve } = Promise.withResolvers<CollectOutcome>()
    const finish = (outcome: CollectOutcome): void => {
      if (state.running() !== run) return
      state.end(outcome)
      resolve(outcome)
    }
    const run: StripeRun = {
      attemptID: request.attemptID,
      kind: request.kind,
      answer: promise,
      stage: 'waiting',
      isStopped: false,
      lose: () => finish(lost),
    }
    state.begin(run)
    /** Prevents a charge if the payment ended while the card was being read: the screen already shows the outcome. */
    const afterCard = (): CollectOutcome | null => {
      if (state.running() !== run) return lost
      if (run.isStopped) return { outcome: 'cancelled' }
      state.process(run)
      onProcessing()
      return null
    }
    const steps = { page, deadlines, afterCard, cancelRequest: () => cancelRequest(request.kind === 'refund') }
    collectThenCharge(request, steps).then(finish, () => finish(lost))
    return promise
  }

  return { begin, stopWaiting }
}
