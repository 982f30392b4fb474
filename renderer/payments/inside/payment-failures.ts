import { isNotSent, isOutcomeUnknown } from '#contract/failures.ts'
import type { Failure, FailureCode } from '#contract/reply.ts'
import { paymentMessages, paymentTitles } from '#domain/payments/payment-messages.ts'
import { describeBookingFailure, type Problem } from '../../study/booking-failures.ts'
import type { CommitName } from './payment-forms.ts'
import { paymentPanelWords } from './payment-panel-words.ts'

/**
 * More codes with an unknown result: the back office answered, but without the processor's result. The back office
 * resolves the attempt by itself, or when it receives a retry under the same key.
 */
const unknownResultCodes: readonly FailureCode[] = ['processor-unavailable', 'payment-unknown']

/**
 * Returns true if the result is unknown after this failure. A retry must use the same key, because a request with a new
 * key could be carried out a second time. For `resolve`, a processor that does not answer counts as a refusal: even
 * with a new key, the back office records the result of an attempt only once.
 */
export const isCommitUnknown = (name: CommitName, failure: Failure): boolean =>
  isOutcomeUnknown('bridge', failure) || (name !== 'resolve' && unknownResultCodes.includes(failure.code))

/**
 * Returns true if the next press repeats the request under the same key: nothing was sent, or an email may have been
 * sent and must not be sent twice.
 */
export const isSameRequest = (name: CommitName, failure: Failure): boolean =>
  isNotSent('bridge', failure) || (name === 'email' && failure.code === 'mail-failed')

/** The titles of the modals (booking spec §8). */
const titles: Readonly<Record<CommitName, string>> = {
  payment: paymentTitles.paymentError,
  promo: paymentTitles.discountCodeError,
  referral: paymentTitles.referralCodeError,
  refund: paymentTitles.refundError,
  step: paymentTitles.paymentError,
  reconcile: paymentMessages.adjustmentFailed,
  price: paymentTitles.paymentError,
  email: paymentMessages.emailErrorTitle,
  suppression: paymentPanelWords.failures.suppression,
  resolve: paymentPanelWords.failures.resolve,
}

/** Failures with the same text as on the booking screens, unless {@link describeRefusal} has one of its own. */
const generic: readonly FailureCode[] = [
  'stale',
  'insufficient-permissions',
  'not-found',
  'location-forbidden',
  'too-many-requests',
  'idempotency-key-reused',
]

/**
 * Describes a refusal: the modal's title, and a fixed text for some codes, otherwise the server's own sentence (booking
 * spec §8).
 */
export const describeRefusal = (name: CommitName, failure: Failure): Problem => {
  const title = titles[name]
  if (failure.code === 'offline') {
    return { title, text: paymentPanelWords.failures.offline }
  }
  if (failure.code === 'idempotency-key-reused') {
    return { title, text: paymentPanelWords.failures.keyReused }
  }
  // The server's sentence names the change that made the refund stale.
  if (name === 'refund' && failure.code === 'stale') return { title, text: failure.message }
  if (generic.includes(failure.code)) return { title, text: describeBookingFailure(failure).text }
  const fields = Object.values(failure.details?.fields ?? {}).join(' ')
  return { title, text: fields === '' ? failure.message : fields }
}
