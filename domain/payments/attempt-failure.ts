import type { PaymentAttempt } from './payment-attempt.ts'
import {
  connectFailed,
  paymentMessages,
  paymentMethodError,
  processResultError,
  refundProcessFailed,
} from './payment-messages.ts'
import type { ReaderAnswer } from './reader-answer.ts'

/**
 * The reason for which an attempt did not succeed, in the words of the error catalogue if it has any (booking spec §8).
 */
export type AttemptFailure = NonNullable<PaymentAttempt['failure']>

export const cancelledFailure: AttemptFailure = { code: 'payment-cancelled', message: 'The payment was cancelled.' }
export const lateFailure: AttemptFailure = {
  code: 'payment-cancelled',
  message: 'The payment timed out and was cancelled.',
}
export const interruptedFailure: AttemptFailure = {
  code: 'payment-cancelled',
  message: 'The payment was interrupted. Nothing was charged.',
}
/** The back office did not answer the registration, so no reader was asked. */
export const noAnswerFailure: AttemptFailure = {
  code: 'offline',
  message: 'The server did not respond. No card was read.',
}

/** Returns the failure of a reader's answer, in the words of the error catalogue. */
export const readerFailure = (
  kind: PaymentAttempt['kind'],
  answer: Extract<ReaderAnswer, { readonly outcome: 'declined' | 'cancelled' | 'not-started' }>,
): AttemptFailure => {
  switch (answer.outcome) {
    case 'declined':
      return { code: 'payment-declined', message: declinedMessage(kind, answer) }
    case 'cancelled':
      return cancelledFailure
    case 'not-started': {
      const { code, reason } = answer.failure
      const message = code === 'not-found' ? paymentMessages.noReaders : connectFailed(reason)
      return { code: `terminal-${code}`, message }
    }
  }
}

const declinedMessage = (
  kind: PaymentAttempt['kind'],
  { step, reason }: Extract<ReaderAnswer, { readonly outcome: 'declined' }>,
): string => {
  if (kind === 'refund') return refundProcessFailed(reason)
  return step === 'payment-method' ? paymentMethodError(reason) : processResultError(reason)
}
