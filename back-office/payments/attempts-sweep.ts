import { autoCancelAfterMs, cardFieldsCancelAfterMs, settlesWith } from '#domain/payments/payment-attempt.ts'
import type { Leadership } from '../kernel/leadership.ts'
import { Refusal } from '../kernel/refusal.ts'
import { startRounds } from '../kernel/rounds.ts'
import {
  findAttemptsToCheck,
  findOpenAttempts,
  type PaymentAttemptRow,
  setNextAttemptCheck,
} from '../repositories/payment-attempts-repository.ts'
import type { CardContext } from './card-record.ts'
import { isRefundSettled, nextCheckSeconds } from './card-refund.ts'
import { settleAttempt } from './card-settle.ts'
import { checkRestoredCards } from './check-restored-cards.ts'

/**
 * A workstation settles its attempt itself after its own timeout. After these further seconds the server assumes that
 * the workstation is gone.
 */
const marginSeconds = 120
/** A refund by the back office itself is retried sooner, because no workstation continues it. */
const refundAfterSeconds = 30
/** For this long after the end of an attempt, the sweep keeps asking the processor about the attempt. */
const checkedSeconds = 7 * 86_400

/** Returns the age in seconds from which the sweep settles an open attempt. */
const settleAfterSeconds = ({ request_key, route }: PaymentAttemptRow): number => {
  if (request_key !== null) return refundAfterSeconds
  return (route === 'card-fields' ? cardFieldsCancelAfterMs : autoCancelAfterMs) / 1000 + marginSeconds
}

const isDue = (attempt: PaymentAttemptRow, now: number): boolean =>
  settlesWith(attempt.route) === 'processor' && now - attempt.begun_at >= settleAfterSeconds(attempt)

/**
 * Settles abandoned attempts if the processor knows their result: approved money is recorded, and an intent that still
 * waits for a card is cancelled. Then asks the processor again about attempts that ended without the processor's
 * result, and about recorded refunds that were pending. A failure on one attempt does not stop the others. Returns the
 * number of open attempts that ended, plus the number of attempts that had already ended and now got a transaction.
 * @internal Tests sweep without waiting for the timer.
 */
export const settleForgottenAttempts = async (
  context: CardContext,
  leads: () => boolean = () => true,
): Promise<number> => {
  let ended = 0
  for (const attempt of await findOpenAttempts(context.db, context.now - refundAfterSeconds)) {
    if (!isDue(attempt, context.now)) continue
    if (!leads()) return ended
    const row = await reporting(attempt, context, async () => {
      const input = { isAbandoned: true, terminal: null }
      return (await settleAttempt(attempt, input, context)).row
    })
    if (row !== undefined && row.state !== 'open') ended += 1
  }
  for (const attempt of await findAttemptsToCheck(context.db, context.now)) {
    if (!leads()) return ended
    if ((await reporting(attempt, context, () => checkEndedAttempt(attempt, context))) === true) ended += 1
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

/**
 * Asks the processor again about an ended attempt, and stores when to ask the next time: at growing intervals, for a
 * week. Returns true if a transaction was recorded.
 */
const checkEndedAttempt = async (attempt: PaymentAttemptRow, context: CardContext): Promise<boolean> => {
  const age = context.now - (attempt.settled_at ?? attempt.begun_at)
  const isOver = age >= checkedSeconds
  const next = isOver ? null : context.now + Math.min(Math.max(age, nextCheckSeconds), 3600)
  // The next time is stored before the processor is asked, so that a call that always fails is not repeated in every
  // sweep.
  await setNextAttemptCheck(context.db, attempt.attempt_id, next)
  if (attempt.state === 'succeeded') {
    if (await isRefundSettled(attempt, context)) await setNextAttemptCheck(context.db, attempt.attempt_id, null)
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
  readonly leadership: Pick<Leadership, 'leads'>
}

/**
 * Settles abandoned attempts, and checks the card payments after a restore, immediately and then every 30 seconds. Of
 * several processes over one database, only the leading one does it, so that the processor is asked once. `stop` waits
 * for a running sweep.
 */
export const startSettling = (options: SettlingOptions): { stop(): Promise<void> } => {
  const { log, leadership, everyMs = 30_000 } = options
  return startRounds({
    everyMs,
    sweep: 'attempts',
    logFailure: (details) => log('error', 'cards.sweep-failed', details),
    leadership,
    startsNow: true,
    work: async () => {
      await settleForgottenAttempts({ ...options, now: options.now() }, leadership.leads)
      await checkRestoredCards({ ...options, now: options.now() })
    },
  })
}
