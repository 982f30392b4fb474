import { autoCancelAfterMs, cardFieldsCancelAfterMs, settlesWith } from '#domain/payments/payment-attempt.ts'
import { Refusal } from '../kernel/refusal.ts'
import {
  findAttemptsToLookAt,
  findOpenAttempts,
  type PaymentAttemptRow,
  setNextLook,
} from '../repositories/payment-attempts-repository.ts'
import type { CardContext } from './card-record.ts'
import { isRefundSettled, lookAgainSeconds } from './card-refund.ts'
import { settleAttempt } from './card-settle.ts'

/** A workstation gives up after one minute and settles by itself; two minutes past that there is none any more. */
const marginSeconds = 120
/** A refund the back office makes by itself is gone on with sooner: nobody else does it. */
const refundAfterSeconds = 30
/** What ended on less than the processor's word is asked about for so long. */
const lookingSeconds = 7 * 86_400

/** How long an attempt may be under way at a desk that is alive. */
const patienceOf = ({ request_key, route }: PaymentAttemptRow): number => {
  if (request_key !== null) return refundAfterSeconds
  return (route === 'card-fields' ? cardFieldsCancelAfterMs : autoCancelAfterMs) / 1000 + marginSeconds
}

const isDue = (attempt: PaymentAttemptRow, now: number): boolean =>
  settlesWith(attempt.route) === 'processor' && now - attempt.begun_at >= patienceOf(attempt)

/**
 * Settles attempts that nobody asks about any more, as far as a processor knows how they ended: what was approved is recorded,
 * what still waits for a card is cancelled. Then looks again at what ended on less than the processor's word. One that cannot
 * be settled keeps none of the others from it. Gives how many were.
 * @internal Tests sweep without waiting for the timer.
 */
export const settleForgottenAttempts = async (context: CardContext): Promise<number> => {
  let ended = 0
  for (const attempt of await findOpenAttempts(context.db, context.now - refundAfterSeconds)) {
    if (!isDue(attempt, context.now)) continue
    const row = await reporting(attempt, context, async () => {
      const word = { isAbandoned: true, terminal: null }
      return (await settleAttempt(attempt, word, context)).row
    })
    if (row !== undefined && row.state !== 'open') ended += 1
  }
  for (const attempt of await findAttemptsToLookAt(context.db, context.now)) {
    if ((await reporting(attempt, context, () => lookAgain(attempt, context))) === true) ended += 1
  }
  return ended
}

const reporting = async <Result>(
  attempt: PaymentAttemptRow,
  context: CardContext,
  work: () => Promise<Result>,
): Promise<Result | undefined> => {
  try {
    return await work()
  } catch (error) {
    const code = error instanceof Refusal ? error.code : 'unexpected'
    context.log(code === 'unexpected' ? 'error' : 'warning', 'cards.attempt-not-settled', {
      attemptID: attempt.attempt_id,
      code,
    })
    return undefined
  }
}

/** Asks again about an attempt that has ended, and says when next: ever less often, for a week. True where it was recorded. */
const lookAgain = async (attempt: PaymentAttemptRow, context: CardContext): Promise<boolean> => {
  const age = context.now - (attempt.settled_at ?? attempt.begun_at)
  const isOver = age >= lookingSeconds
  const next = isOver ? null : context.now + Math.min(Math.max(age, lookAgainSeconds), 3600)
  // First the next time: a look that fails every time is not made every time.
  await setNextLook(context.db, attempt.attempt_id, next)
  if (attempt.state === 'succeeded') {
    if (await isRefundSettled(attempt, context)) await setNextLook(context.db, attempt.attempt_id, null)
    return false
  }
  const { row } = await settleAttempt(attempt, { isAbandoned: true, terminal: null }, context)
  if (row.state === 'succeeded') return true
  if (isOver) context.log('error', 'cards.attempt-never-proven', { attemptID: attempt.attempt_id })
  return false
}

type SettlingOptions = Omit<CardContext, 'now'> & {
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
      options.log('error', 'cards.sweep-failed', { error: error instanceof Error ? error.name : typeof error })
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
