import type { AttemptEffect, AttemptEvent } from '#domain/payments/attempt-event.ts'
import type { PaymentAttempt } from '#domain/payments/payment-attempt.ts'
import type { AttemptID } from '#domain/payments/transaction.ts'
import type { AttemptCalls } from './attempt-calls.ts'
import { isRetryLogged, type LiveAttempt, takeRetrySeconds } from './attempt-live.ts'
import type { PaymentAttemptsParts } from './attempt-ports.ts'
import type { AttemptReader } from './attempt-reader.ts'

/** Runs an effect of a decision about an attempt. Its result is returned as an event. */
type RunEffect = (attempt: PaymentAttempt, one: LiveAttempt, effect: AttemptEffect) => void

export const createAttemptEffects = (
  parts: Pick<PaymentAttemptsParts, 'after' | 'log'> & {
    readonly reader: AttemptReader
    readonly calls: AttemptCalls
    dispatch(attemptID: AttemptID, event: AttemptEvent): void
  },
): RunEffect => {
  const { log, reader, calls, dispatch } = parts

  const collect = async (attempt: PaymentAttempt, one: LiveAttempt): Promise<void> => {
    const { attemptID } = attempt
    const answer = await reader.collect(attempt, one, () => dispatch(attemptID, { kind: 'card-presented' }))
    if (answer !== null) dispatch(attemptID, { kind: 'reader-answered', answer })
  }

  const retryLater = (attemptID: AttemptID, one: LiveAttempt): void => {
    one.retry?.()
    one.retry = parts.after(takeRetrySeconds(one) * 1000, () => {
      one.retry = null
      dispatch(attemptID, { kind: 'retry-due' })
    })
  }

  return (attempt, one, effect) => {
    const { attemptID } = attempt
    switch (effect.kind) {
      case 'register':
        calls.register(attempt, one)
        return
      case 'collect':
        void collect(attempt, one)
        return
      case 'cancel-reader':
        reader.stop(attempt, one.cardFields)
        return
      case 'cancel-intent':
        calls.cancelIntent(attempt, one, effect.intentID)
        return
      case 'settle':
        calls.settle(attempt, one, effect)
        return
      case 'inquire':
        calls.inquire(attempt, one)
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
        if (isRetryLogged(one)) log('error', 'payments.approval-not-recorded', { attemptID })
    }
  }
}
