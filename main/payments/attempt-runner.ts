import type { AttemptStatusReply } from '#contract/payments/routes.ts'
import type { AttemptEvent } from '#domain/payments/attempt-event.ts'
import { decideAttempt } from '#domain/payments/decide-attempt.ts'
import { isOpenAttempt, type PaymentAttempt } from '#domain/payments/payment-attempt.ts'
import type { AttemptID } from '#domain/payments/transaction.ts'
import { createAttemptCalls } from './attempt-calls.ts'
import { createAttemptEffects } from './attempt-effects.ts'
import { createLiveAttempt, type LiveAttempt, stopTimers } from './attempt-live.ts'
import type { PaymentAttemptsParts } from './attempt-ports.ts'
import { createAttemptReader } from './attempt-reader.ts'

export type AttemptRunner = {
  /** Starts a new attempt that is already on disk; `refund` names the charge to refund, null for a payment. */
  begin(attemptID: AttemptID, refund: LiveAttempt['refund']): void
  /**
   * Finds the result of an open attempt that no reader is collecting. Resolves when the pad or the processor has
   * answered or has failed to answer.
   */
  findOut(attempt: PaymentAttempt): Promise<void>
  /** Cancels an attempt at the user's request. */
  cancel(attempt: PaymentAttempt): void
  /** Records an event and starts the effects that follow from it. */
  dispatch(attemptID: AttemptID, event: AttemptEvent): void
  noteStanding(standing: AttemptStatusReply): void
  /** Returns the secret of the intent that the open stand-in card fields confirm; null when none are open. */
  standInSecret(attemptID: AttemptID): string | null
  finish(): Promise<void>
}

/** Wait in milliseconds before a failed write to the journal is retried. */
const journalRetryMs = 1000

/**
 * Creates the runner of attempts. It decides what follows from each event, and writes the new state to disk before any
 * effect begins. The result of each effect arrives as a new event.
 */
export const createAttemptRunner = (parts: PaymentAttemptsParts): AttemptRunner => {
  const { journal, log } = parts
  const live = new Map<AttemptID, LiveAttempt>()
  let stage: 'running' | 'stopping' | 'finished' = 'running'
  const reader = createAttemptReader(parts)
  const comesBack = (attemptID: AttemptID, event: AttemptEvent) => dispatch(attemptID, event)
  const calls = createAttemptCalls({ ...parts, reader, dispatch: comesBack })
  const run = createAttemptEffects({ ...parts, reader, calls, dispatch: comesBack })

  const liveOf = (attemptID: AttemptID): LiveAttempt => {
    const known = live.get(attemptID)
    if (known !== undefined) return known
    const made = createLiveAttempt(null)
    live.set(attemptID, made)
    return made
  }

  const dispatch = (attemptID: AttemptID, event: AttemptEvent): void => {
    if (stage === 'finished') return
    let decision: ReturnType<typeof decideAttempt>
    let isChanged: boolean
    try {
      const before = journal.read(attemptID)
      if (before === null) return
      decision = decideAttempt(before, event)
      isChanged = decision.attempt !== before
      if (isChanged) journal.save(decision.attempt)
    } catch (thrown) {
      // No effect runs before its state is on disk; the event itself is kept and retried.
      log('error', 'payments.journal-failed', { event: event.kind, reason: thrown instanceof Error ? thrown.name : '' })
      if (stage === 'running') parts.after(journalRetryMs, () => dispatch(attemptID, event))
      return
    }
    if (isChanged) parts.publish('payments.attemptChanged', decision.attempt)
    if (!isOpenAttempt(decision.attempt)) stopTimers(live.get(attemptID))
    if (stage === 'running') for (const effect of decision.effects) run(decision.attempt, liveOf(attemptID), effect)
  }

  const findOut: AttemptRunner['findOut'] = async ({ attemptID, state }) => {
    const isTakenOn = live.has(attemptID)
    // The attempt is still being registered or collected. No check is needed: its end arrives as an event.
    if (isTakenOn && state !== 'unknown' && state !== 'succeeded') return
    const one = liveOf(attemptID)
    one.retry?.()
    one.retry = null
    one.tries = 0
    dispatch(attemptID, { kind: isTakenOn ? 'retry-due' : 'restart' })
    // One call may start the next: a pad's answer starts the call that sends it to the back office.
    while (one.asking.size > 0) await Promise.all(one.asking)
  }

  return {
    begin: (attemptID, refund) => {
      live.set(attemptID, createLiveAttempt(refund))
      dispatch(attemptID, { kind: 'begin' })
    },
    findOut,
    cancel: (attempt) => {
      if (live.has(attempt.attemptID)) dispatch(attempt.attemptID, { kind: 'cancel-asked' })
      // The attempt is from an earlier run of Atrium, and no reader is collecting it. Finding its result cancels a
      // pending intent.
      else void findOut(attempt)
    },
    dispatch,
    noteStanding: calls.noteStanding,
    standInSecret: (attemptID) => {
      const one = live.get(attemptID)
      return one?.cardFields === 'stand-in' ? one.clientSecret : null
    },
    finish: async () => {
      stage = 'stopping'
      for (const [attemptID, one] of live) {
        stopTimers(one)
        const attempt = journal.read(attemptID)
        // A reader must not ask for a card while no window can show the result.
        if (attempt?.state === 'handed-off' || attempt?.state === 'processing') reader.stop(attempt, one.cardFields)
      }
      await Promise.all([...live.values()].flatMap((one) => [...one.asking]))
      stage = 'finished'
    },
  }
}
