import type { PaymentAttempt } from './payment-attempt.ts'
import {
  connectFailed,
  paymentMessages,
  paymentMethodError,
  processResultError,
  refundProcessFailed,
} from './payment-messages.ts'
import type { ReaderAnswer } from './reader-answer.ts'

/** Why an attempt failed, in the words of the error catalogue where it covers the case (booking spec §8). */
export type AttemptFailure = NonNullable<PaymentAttempt['failure']>

type Kind = PaymentAttempt['kind']

const cancelled = (message: string): AttemptFailure => ({ code: 'payment-cancelled', message })
export const cancelledFailure = (kind: Kind): AttemptFailure => cancelled(`The ${kind} was cancelled.`)
export const lateFailure = (kind: Kind): AttemptFailure => cancelled(`The ${kind} timed out and was cancelled.`)
export const interruptedFailure = (kind: Kind): AttemptFailure =>
  cancelled(`The ${kind} was interrupted. ${kind === 'refund' ? 'No money was refunded.' : 'Nothing was charged.'}`)
/** The back office did not answer the registration of the attempt, so no request was sent to a reader. */
export const noAnswerFailure: AttemptFailure = {
  code: 'offline',
  message: 'The server did not respond. No card was read.',
}

/** Returns the failure that a reader's answer means, in the words of the error catalogue. */
export const readerFailure = (
  kind: Kind,
  answer: Extract<ReaderAnswer, { readonly outcome: 'declined' | 'cancelled' | 'not-started' }>,
): AttemptFailure => {
  switch (answer.outcome) {
    case 'declined':
      return { code: 'payment-declined', message: declinedMessage(kind, answer) }
    case 'cancelled':
      return cancelledFailure(kind)
    case 'not-started': {
      const { code, reason } = answer.failure
      const message = code === 'not-found' ? paymentMessages.noReaders : connectFailed(reason)
      return { code: `terminal-${code}`, message }
    }
  }
}

const declinedMessage = (
  kind: Kind,
  { step, reason }: Extract<ReaderAnswer, { readonly outcome: 'declined' }>,
): string => {
  if (kind === 'refund') return refundProcessFailed(reason)
  return step === 'payment-method' ? paymentMethodError(reason) : processResultError(reason)
}
