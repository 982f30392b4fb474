import { isOutcomeUnknown, meaningOf } from '#contract/failures.ts'
import type { AttemptStanding } from '#contract/payments/routes.ts'
import { type Failure, fail, type Reply } from '#contract/reply.ts'
import type { AttemptEffect, AttemptEvent } from '#domain/payments/attempt-event.ts'
import { unheardFailure } from '#domain/payments/attempt-failure.ts'
import { decideAttempt } from '#domain/payments/decide-attempt.ts'
import { isOpenAttempt, type PaymentAttempt } from '#domain/payments/payment-attempt.ts'
import type { AttemptID } from '#domain/payments/transaction.ts'
import { toInstant } from '#domain/values/instant.ts'
import { createLive, type LiveAttempt } from './attempt-live.ts'
import type { PaymentAttemptsParts } from './attempt-ports.ts'
import { createAttemptReader } from './attempt-reader.ts'

type AttemptRunner = {
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

/** Seconds between one asking and the next; then every 10. */
const retrySeconds = [1, 2, 4, 8]
const lastRetrySeconds = 10
/** How soon a write is tried again that the journal refused. */
const journalRetryMs = 1000

/**
 * Moves attempts along: every event is decided, the new state is on disk before any effect of it begins, and whatever an
 * effect brings comes back as an event.
 */
export const createAttemptRunner = (parts: PaymentAttemptsParts): AttemptRunner => {
  const { journal, office, log } = parts
  const live = new Map<AttemptID, LiveAttempt>()
  let stage: 'running' | 'stopping' | 'finished' = 'running'
  const reader = createAttemptReader(parts)
  const now = () => toInstant(parts.nowMs())

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
    if (!isOpenAttempt(decision.attempt)) letGo(attemptID)
    if (stage === 'running') for (const effect of decision.effects) run(decision.attempt, effect)
  }

  const letGo = (attemptID: AttemptID): void => {
    const one = live.get(attemptID)
    one?.disarm?.()
    one?.retry?.()
  }

  /** A call under way, which finish and whoever wants to know wait for. */
  const ask = (attemptID: AttemptID, call: () => Promise<void>): void => {
    const { asking } = liveOf(attemptID)
    const work = call()
      .catch((thrown: unknown) => {
        log('error', 'payments.attempt-call-threw', { reason: thrown instanceof Error ? thrown.name : '' })
      })
      .finally(() => asking.delete(work))
    asking.add(work)
  }

  const run = (attempt: PaymentAttempt, effect: AttemptEffect): void => {
    const { attemptID } = attempt
    const one = liveOf(attemptID)
    switch (effect.kind) {
      case 'register':
        ask(attemptID, () => register(attempt))
        return
      case 'collect':
        void reader
          .collect(attempt, one, () => dispatch(attemptID, { kind: 'card-presented' }))
          .then((answer) => {
            if (answer !== null) dispatch(attemptID, { kind: 'reader-answered', answer })
          })
        return
      case 'cancel-reader':
        reader.stop(attempt, one.cardFields)
        return
      case 'cancel-intent':
        ask(attemptID, async () => {
          await orUnexpected(office.cancelIntent(attempt.locationID, effect.intentID))
          dispatch(attemptID, { kind: 'cancel-answered' })
        })
        return
      case 'settle':
        one.settleNext = effect
        if (!one.settling) ask(attemptID, () => settle(attempt, one))
        return
      case 'inquire':
        if (!one.inquiring) ask(attemptID, () => inquire(attempt, one))
        return
      case 'arm-deadline':
        one.disarm?.()
        one.disarm = parts.after(effect.afterMs, () => dispatch(attemptID, { kind: 'deadline' }))
        return
      case 'disarm-deadline':
        one.disarm?.()
        return
      case 'retry-later':
        retryLater(attemptID, one)
        return
      case 'report-unrecorded':
        if (one.tries < retrySeconds.length) log('error', 'payments.approval-not-recorded', { attemptID })
    }
  }

  const retryLater = (attemptID: AttemptID, one: LiveAttempt): void => {
    one.retry?.()
    const seconds = retrySeconds[one.tries] ?? lastRetrySeconds
    one.tries += 1
    one.retry = parts.after(seconds * 1000, () => {
      one.retry = null
      dispatch(attemptID, { kind: 'retry-due' })
    })
  }

  const register = async (attempt: PaymentAttempt): Promise<void> => {
    const { attemptID } = attempt
    let reply = await orUnexpected(office.register(attempt))
    let mayHaveActed = false
    if (!reply.ok && isOutcomeUnknown('rest', reply.failure)) {
      // Its id is its key: a second request cannot make a second intent, and often hears what the first one missed.
      mayHaveActed = true
      reply = await orUnexpected(office.register(attempt))
    }
    if (reply.ok) {
      liveOf(attemptID).clientSecret = reply.value.client_secret
      dispatch(attemptID, { kind: 'registered', intentID: reply.value.id, at: now() })
      return
    }
    const { code, message } = reply.failure
    log('warning', 'payments.attempt-not-registered', { attemptID, code })
    // With its processor out of reach the back office may have the attempt all the same, open.
    if (mayHaveActed || isOutcomeUnknown('rest', code) || code === 'processor-unavailable') {
      const isLookedAt = meaningOf('rest', code) === 'refused'
      dispatch(attemptID, { kind: 'register-unknown', failure: isLookedAt ? { code, message } : unheardFailure })
      return
    }
    dispatch(attemptID, { kind: 'register-refused', failure: { code, message }, at: now() })
  }

  /** One settle at a time; what was asked for meanwhile follows it, the latest wish alone. */
  const settle = async (attempt: PaymentAttempt, one: LiveAttempt): Promise<void> => {
    one.settling = true
    try {
      for (let next = one.settleNext; next !== null; next = one.settleNext) {
        one.settleNext = null
        const { isAbandoned, terminal } = next
        const reply = await orUnexpected(office.settle(attempt, { isAbandoned, terminal }))
        if (reply.ok) noteStanding(reply.value)
        else {
          // Said while it is news; a line every ten seconds until somebody signs in would say nothing more.
          if (one.tries < retrySeconds.length) {
            log('warning', 'payments.attempt-not-settled', { attemptID: attempt.attemptID, code: reply.failure.code })
          }
          dispatch(attempt.attemptID, { kind: 'standing-unreachable' })
        }
      }
    } finally {
      one.settling = false
    }
  }

  const noteStanding = (answer: AttemptStanding): void => {
    const { attemptID, state, intentID, failure, moved } = answer
    const before = journal.read(attemptID)
    if (before === null) return
    const transactionID = moved?.transaction.transactionID ?? null
    dispatch(attemptID, { kind: 'standing', standing: { state, intentID, failure, transactionID }, at: now() })
    const after = journal.read(attemptID)
    if (moved !== null && after !== null && before.transactionID === null && after.transactionID !== null) {
      log('info', 'payments.attempt-recorded', { attemptID, kind: after.kind, route: after.route })
      parts.onRecorded(after, moved)
    }
  }

  const inquire = async (attempt: PaymentAttempt, one: LiveAttempt): Promise<void> => {
    one.inquiring = true
    try {
      const memory = await reader.inquire(attempt)
      one.inquiring = false
      dispatch(attempt.attemptID, { kind: 'terminal-said', memory })
    } finally {
      one.inquiring = false
    }
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
    noteStanding,
    standInSecret: (attemptID) => {
      const one = live.get(attemptID)
      return one?.cardFields === 'stand-in' ? one.clientSecret : null
    },
    finish: async () => {
      stage = 'stopping'
      for (const [attemptID, one] of live) {
        letGo(attemptID)
        const attempt = journal.read(attemptID)
        // A reader must not go on asking for a card when nobody is there to see it.
        if (attempt?.state === 'handed-off' || attempt?.state === 'processing') reader.stop(attempt, one.cardFields)
      }
      await Promise.all([...live.values()].flatMap((one) => [...one.asking]))
      stage = 'finished'
    },
  }
}

const brokenCall: Failure = { code: 'unexpected', message: 'The call broke off.' }
/** Nothing is thrown across a boundary; what is thrown all the same leaves the outcome unknown. */
const orUnexpected = async <Value>(call: Promise<Reply<Value>>): Promise<Reply<Value>> => {
  try {
    return await call
  } catch {
    return fail(brokenCall.code, brokenCall.message)
  }
}
