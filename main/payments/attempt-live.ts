import type { AttemptEffect } from '#domain/payments/attempt-event.ts'
import type { TransactionID } from '#domain/payments/transaction.ts'
import type { OpenCardFields } from './attempt-ports.ts'

/** The waits before the first retries, in seconds. Every later retry waits {@link lastRetrySeconds}. */
const retrySeconds = [1, 2, 4, 8]
const lastRetrySeconds = 10

/** The state of an attempt that is kept in memory only. */
export type LiveAttempt = {
  clientSecret: string
  /** Set for a refund with the card present: the charge to refund, and the transaction of that charge. */
  readonly refund: { readonly chargeID: string; readonly transactionID: TransactionID } | null
  cardFields: OpenCardFields | 'stand-in' | null
  disarm: (() => void) | null
  retry: (() => void) | null
  tries: number
  /** The attempt's running calls, except collecting a card. */
  readonly asking: Set<Promise<void>>
  settling: boolean
  settleNext: Extract<AttemptEffect, { readonly kind: 'settle' }> | null
  inquiring: boolean
}

export const createLiveAttempt = (refund: LiveAttempt['refund']): LiveAttempt => ({
  clientSecret: '',
  refund,
  cardFields: null,
  disarm: null,
  retry: null,
  tries: 0,
  asking: new Set(),
  settling: false,
  settleNext: null,
  inquiring: false,
})

/** Returns whether a failed call is logged: only until the retries have reached their longest wait. */
export const isRetryLogged = ({ tries }: Pick<LiveAttempt, 'tries'>): boolean => tries < retrySeconds.length

/** Returns the seconds until the next retry, and counts that retry. */
export const takeRetrySeconds = (one: LiveAttempt): number => {
  const seconds = retrySeconds[one.tries] ?? lastRetrySeconds
  one.tries += 1
  return seconds
}

/** Cancels the timers of an attempt. */
export const stopTimers = (one: LiveAttempt | undefined): void => {
  one?.disarm?.()
  one?.retry?.()
}
