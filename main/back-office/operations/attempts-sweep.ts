import { settlesWith } from '#domain/payments/payment-attempt.ts'
import { findOpenAttempts, type PaymentAttemptRow } from '../repositories/payment-attempts-repository.ts'
import { RouteFailure } from '../rest/route-failure.ts'
import type { CardContext } from './payments-card-record.ts'
import { settleAttempt } from './payments-card-settle.ts'

/** A workstation gives up after one minute and settles by itself; after three there is none any more. */
const deadAfterSeconds = 180
/** A refund the back office makes by itself is gone on with sooner: nobody else does it. */
const refundAfterSeconds = 30

const isDue = (attempt: PaymentAttemptRow, now: number): boolean =>
  settlesWith(attempt.route) === 'processor' &&
  now - attempt.begun_at >= (attempt.request_key === null ? deadAfterSeconds : refundAfterSeconds)

/**
 * Settles attempts that nobody asks about any more, as far as a processor knows how they ended: what was approved is recorded,
 * what still waits for a card is cancelled. One that cannot be settled keeps none of the others from it. Gives how many were.
 */
export const settleForgottenAttempts = async (context: CardContext): Promise<number> => {
  const open = await findOpenAttempts(context.db, context.now - refundAfterSeconds)
  let ended = 0
  for (const attempt of open) {
    if (!isDue(attempt, context.now)) continue
    try {
      const { row } = await settleAttempt(attempt, { isAbandoned: true, terminal: null }, context)
      if (row.state !== 'open') ended += 1
    } catch (error) {
      const code = error instanceof RouteFailure ? error.code : 'unexpected'
      context.log(code === 'unexpected' ? 'error' : 'warning', 'attempt-not-settled', {
        attemptID: attempt.attempt_id,
        code,
      })
    }
  }
  return ended
}

export type SettlingOptions = Omit<CardContext, 'now'> & {
  /** Epoch seconds. */
  readonly now: () => number
  readonly everyMs?: number
}

/** Settles forgotten attempts at once and every 30 seconds. `stop` waits for what is under way. */
export const startSettling = (options: SettlingOptions): { stop(): Promise<void> } => {
  let running: Promise<void> = Promise.resolve()
  let isRunning = false
  const settle = async (): Promise<void> => {
    try {
      await settleForgottenAttempts({ ...options, now: options.now() })
    } catch (error) {
      options.log('error', 'settling-failed', { reason: error instanceof Error ? error.name : typeof error })
    }
    isRunning = false
  }
  const begin = (): void => {
    // A slow one is not overtaken by the next.
    if (isRunning) return
    isRunning = true
    running = settle()
  }
  begin()
  const timer = setInterval(begin, options.everyMs ?? 30_000)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
