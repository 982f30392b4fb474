import type { AttemptID } from '#domain/payments/transaction.ts'
import type { CollectOutcome, CollectRequest } from './card-terminal.ts'
import { lost } from './reader-replies.ts'
import type { ReaderRun, ReaderState } from './reader-state.ts'
import { doneSchema } from './stripe-terminal-answers.ts'
import type { StripeDeadlines, StripeTerminalPage } from './stripe-terminal-page.ts'
import { takeCardThenCharge } from './stripe-terminal-steps.ts'

export type StripeRun = ReaderRun & {
  readonly attemptID: AttemptID
  readonly kind: CollectRequest['kind']
  /** Whether it was asked to stop. */
  isStopped: boolean
  /** Answers the desk at once: the reader is lost, or this workstation gives it up. */
  readonly lose: () => void
}

const CANCEL_TRIES = 20
const CANCEL_AGAIN_MS = 50

/** Payments on a Stripe reader: begins them, and makes the reader forget one that is to stop. */
type StripePayments = {
  begin(request: CollectRequest, onProcessing: () => void): Promise<CollectOutcome>
  /**
   * Stops a wait for a card. A cancel that overtakes the question it is meant for finds nothing to cancel, and the question
   * would stay on the reader for the next member: it is repeated as long as this side still waits.
   */
  stopWaiting(run: StripeRun): Promise<boolean>
}

export const createStripePayments = (parts: {
  readonly page: StripeTerminalPage
  readonly state: ReaderState<StripeRun>
  readonly deadlines: StripeDeadlines
  readonly clock: { after(ms: number, run: () => void): () => void }
  /** The reader's connection is given up: what was asked of it may still be there. */
  dropReader(): void
}): StripePayments => {
  const { page, state, deadlines, clock, dropReader } = parts

  /** Makes the reader forget what it was asked; where that is not certain its connection goes. */
  const letGo = async (isRefund: boolean): Promise<'let-go' | 'nothing-asked' | 'lost'> => {
    const answer = await page.call('cancel', { isRefund }, doneSchema, deadlines.cancelMs)
    if ('value' in answer) return 'let-go'
    if (/^cancelable_already_|^no_active_/.test(answer.error.code)) return 'nothing-asked'
    dropReader()
    return 'lost'
  }

  const pause = (ms: number): Promise<void> => new Promise((done) => void clock.after(ms, done))

  const stopWaiting: StripePayments['stopWaiting'] = async (run) => {
    run.isStopped = true
    for (let tries = 0; tries < CANCEL_TRIES; tries += 1) {
      if (state.running() !== run || run.stage !== 'waiting') return false
      const answer = await letGo(run.kind === 'refund')
      if (answer === 'let-go') {
        // The script's own answer to the question says the same a moment later.
        const { promise, resolve } = Promise.withResolvers<void>()
        const takeBack = clock.after(deadlines.cancelMs, resolve)
        await Promise.race([run.answer, promise])
        takeBack()
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
    /** A card that was taken for a payment that ended meanwhile is not charged: the desk has been told otherwise. */
    const afterCard = (): CollectOutcome | null => {
      if (state.running() !== run) return lost
      if (run.isStopped) return { outcome: 'cancelled' }
      state.process(run)
      onProcessing()
      return null
    }
    const steps = { page, deadlines, afterCard, letGo: () => letGo(request.kind === 'refund') }
    takeCardThenCharge(request, steps).then(finish, () => finish(lost))
    return promise
  }

  return { begin, stopWaiting }
}
