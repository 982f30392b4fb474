import { isOutcomeUnknown, meaningOf } from '#contract/failures.ts'
import type { AttemptStatusReply } from '#contract/payments/routes.ts'
import { type Failure, fail, type Reply } from '#contract/reply.ts'
import type { AttemptEvent } from '#domain/payments/attempt-event.ts'
import { noAnswerFailure } from '#domain/payments/attempt-failure.ts'
import type { PaymentAttempt } from '#domain/payments/payment-attempt.ts'
import type { AttemptID } from '#domain/payments/transaction.ts'
import { type Instant, toInstant } from '#domain/values/instant.ts'
import { isRetryLogged, type LiveAttempt } from './attempt-live.ts'
import type { AttemptOffice, PaymentAttemptsParts } from './attempt-ports.ts'
import type { AttemptReader } from './attempt-reader.ts'

/**
 * The calls of an attempt. Each call runs in the background, stays in `asking` until it ends, and dispatches its
 * result.
 */
export type AttemptCalls = {
  register(attempt: PaymentAttempt, one: LiveAttempt): void
  cancelIntent(attempt: PaymentAttempt, one: LiveAttempt, intentID: string): void
  /** Sends one settle call at a time: later ones wait, and only the latest waiting one is sent. */
  settle(attempt: PaymentAttempt, one: LiveAttempt, next: NonNullable<LiveAttempt['settleNext']>): void
  /** Asks the reader for the result of the attempt. */
  inquire(attempt: PaymentAttempt, one: LiveAttempt): void
  /** Applies an answer that the back office has already given; makes no call. */
  noteStanding(standing: AttemptStatusReply): void
}

type AttemptCallsParts = Pick<PaymentAttemptsParts, 'journal' | 'office' | 'log' | 'onRecorded' | 'nowMs'> & {
  readonly reader: Pick<AttemptReader, 'inquire'>
  dispatch(attemptID: AttemptID, event: AttemptEvent): void
}

export const createAttemptCalls = (parts: AttemptCallsParts): AttemptCalls => {
  const { journal, office, log, reader, dispatch } = parts
  const now = () => toInstant(parts.nowMs())

  const ask = (one: LiveAttempt, call: () => Promise<void>): void => {
    const { asking } = one
    const work = call()
      .catch((thrown: unknown) => {
        log('error', 'payments.attempt-call-threw', { reason: thrown instanceof Error ? thrown.name : '' })
      })
      .finally(() => asking.delete(work))
    asking.add(work)
  }

  const register = async (attempt: PaymentAttempt, one: LiveAttempt): Promise<void> => {
    const { attemptID } = attempt
    let reply = await orUnexpected(office.register(attempt))
    let mayHaveActed = false
    if (!reply.ok && isOutcomeUnknown('rest', reply.failure)) {
      // The attempt's id is its idempotency key: a second request cannot make a second intent, and often gets the lost
      // answer.
      mayHaveActed = true
      reply = await orUnexpected(office.register(attempt))
    }
    if (reply.ok) one.clientSecret = reply.value.client_secret
    else log('warning', 'payments.attempt-not-registered', { attemptID, code: reply.failure.code })
    dispatch(attemptID, toRegistrationEvent(reply, mayHaveActed, now()))
  }

  const settleWaiting = async (attempt: PaymentAttempt, one: LiveAttempt): Promise<void> => {
    one.settling = true
    try {
      for (let next = one.settleNext; next !== null; next = one.settleNext) {
        one.settleNext = null
        const { isAbandoned, terminal } = next
        const reply = await orUnexpected(office.settle(attempt, { isAbandoned, terminal }))
        if (reply.ok) noteStanding(reply.value)
        else {
          // Only the first failures are logged: a line every ten seconds until a user signs in would add nothing.
          if (isRetryLogged(one)) {
            log('warning', 'payments.attempt-not-settled', { attemptID: attempt.attemptID, code: reply.failure.code })
          }
          dispatch(attempt.attemptID, { kind: 'standing-unreachable' })
        }
      }
    } finally {
      one.settling = false
    }
  }

  const noteStanding = (answer: AttemptStatusReply): void => {
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

  return {
    register: (attempt, one) => ask(one, () => register(attempt, one)),
    cancelIntent: (attempt, one, intentID) =>
      ask(one, async () => {
        await orUnexpected(office.cancelIntent(attempt.locationID, intentID))
        dispatch(attempt.attemptID, { kind: 'cancel-answered' })
      }),
    settle: (attempt, one, next) => {
      one.settleNext = next
      if (!one.settling) ask(one, () => settleWaiting(attempt, one))
    },
    inquire: (attempt, one) => {
      if (!one.inquiring) ask(one, () => inquire(attempt, one))
    },
    noteStanding,
  }
}

/**
 * Converts the answer to `register` into an event of the attempt. If `mayHaveActed`, the result of an earlier request
 * is unknown, so even a refusal does not show whether the back office has the attempt.
 * @internal Only tests call it directly, to check each case.
 */
export const toRegistrationEvent = (
  reply: Awaited<ReturnType<AttemptOffice['register']>>,
  mayHaveActed: boolean,
  at: Instant,
): AttemptEvent => {
  if (reply.ok) return { kind: 'registered', intentID: reply.value.id, at }
  const { code, message } = reply.failure
  // A back office that cannot reach its processor may still have an open attempt.
  if (mayHaveActed || isOutcomeUnknown('rest', code) || code === 'processor-unavailable') {
    const isLookedAt = meaningOf('rest', code) === 'refused'
    return { kind: 'register-unknown', failure: isLookedAt ? { code, message } : noAnswerFailure }
  }
  return { kind: 'register-refused', failure: { code, message }, at }
}

const brokenCall: Failure = { code: 'unexpected', message: 'The connection was lost.' }
/** Converts a thrown error into a reply with an unknown outcome: no error is thrown across a boundary. */
const orUnexpected = async <Value>(call: Promise<Reply<Value>>): Promise<Reply<Value>> => {
  try {
    return await call
  } catch {
    return fail(brokenCall.code, brokenCall.message)
  }
}
