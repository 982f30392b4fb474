import type { AttemptStanding } from '#contract/payments/routes.ts'
import type { AttemptEvent } from '#domain/payments/attempt-event.ts'
import { decideAttempt } from '#domain/payments/decide-attempt.ts'
import { isOpenAttempt, type PaymentAttempt } from '#domain/payments/payment-attempt.ts'
import type { AttemptID } from '#domain/payments/transaction.ts'
import { createAttemptCalls } from './attempt-calls.ts'
import { createAttemptEffects } from './attempt-effects.ts'
import { createLive, type LiveAttempt, stopTimers } from './attempt-live.ts'
import type { PaymentAttemptsParts } from './attempt-ports.ts'
import { createAttemptReader } from './attempt-reader.ts'

export type AttemptRunner = {
  /** Takes an attempt on that is on disk and new; the refund's charge where it gives one back. */
  begin(attemptID: AttemptID, refund: LiveAttempt['refund']): void
  /** Finds out about an open attempt nobody collects; resolves once the holder was asked and has answered or not. */
  findOut(attempt: PaymentAttempt): Promise<void>
  /** The desk wants it to stop. */
  cancel(attempt: PaymentAttempt): void
  /** Something happened: it is written down, and what follows from it is begun. */
  dispatch(attemptID: AttemptID, event: AttemptEvent): void
  noteStanding(standing: AttemptStanding): void
  /** The secret of the intent an attempt's stand-in card fields are to confirm; null where none are open. */
  standInSecret(attemptID: AttemptID): string | null
  finish(): Promise<void>
}

/** How soon a write is tried again that the journal refused. */
const journalRetryMs = 1000

/**
 * Moves attempts along: every event is decided, the new state is on disk before any effect of it begins, and whatever an
 * effect brings comes back as an event.
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
    const made = createLive(null)
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
      // Nothing is done before it is written down; what has happened is not forgotten for that.
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
    // The reader has it: how that ends is told by itself.
    if (isTakenOn && state !== 'unknown' && state !== 'succeeded') return
    const one = liveOf(attemptID)
    one.retry?.()
    one.retry = null
    one.tries = 0
    dispatch(attemptID, { kind: isTakenOn ? 'retry-due' : 'restart' })
    // One asking may begin the next: what the pad says is passed on to the back office.
    while (one.asking.size > 0) await Promise.all(one.asking)
  }

  return {
    begin: (attemptID, refund) => {
      live.set(attemptID, createLive(refund))
      dispatch(attemptID, { kind: 'begin' })
    },
    findOut,
    cancel: (attempt) => {
      if (live.has(attempt.attemptID)) dispatch(attempt.attemptID, { kind: 'cancel-asked' })
      // Left by a former start: nobody collects it, and finding out about it cancels what still waits.
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
        // A reader must not go on asking for a card when nobody is there to see it.
        if (attempt?.state === 'handed-off' || attempt?.state === 'processing') reader.stop(attempt, one.cardFields)
      }
      await Promise.all([...live.values()].flatMap((one) => [...one.asking]))
      stage = 'finished'
    },
  }
}
