import type { Failure, FailureCode } from '#domain/contract/reply.ts'
import { paymentTitles } from '#domain/payments/payment-messages.ts'
import { describeBookingFailure, type Problem } from '../booking-parts/booking-failures.ts'
import type { CommitName } from './payment-forms.ts'

/** A lock or a sign-out keeps an answer back that may have been a yes; `offline` was certainly not sent. */
const noAnswer: readonly FailureCode[] = ['disconnected', 'timed-out', 'unexpected', 'locked', 'signed-out']

/** True when nobody can tell from a failure whether money was moved: ask again under the same key. */
export const isMoneyUnknown = (failure: Failure): boolean => noAnswer.includes(failure.code)

/** The titles of the modals (booking spec §8). */
const titles: Readonly<Record<CommitName, string>> = {
  payment: paymentTitles.paymentError,
  promo: paymentTitles.discountCodeError,
  referral: paymentTitles.referralCodeError,
  refund: paymentTitles.refundError,
  step: paymentTitles.paymentError,
  reconcile: 'Adjustment failed',
  price: paymentTitles.paymentError,
  email: 'Error sending email',
  suppression: 'That did not work',
  resolve: 'That did not work',
}

/** Failures that say nothing of their own to the desk: their words are those of every other screen. */
const generic: readonly FailureCode[] = [
  'stale',
  'insufficient-permissions',
  'not-found',
  'location-forbidden',
  'too-many-requests',
  'idempotency-key-reused',
]

/** The modal of a refusal: the catalogue's title, and the server's own sentence where it has one (booking spec §8). */
export const describeRefusal = (name: CommitName, failure: Failure): Problem => {
  const title = titles[name]
  if (failure.code === 'offline') {
    return { title, text: 'The back office cannot be reached. Nothing was recorded; what you entered is kept.' }
  }
  if (failure.code === 'idempotency-key-reused') {
    return { title, text: 'An earlier try may have gone through. Look at the transactions before trying again.' }
  }
  if (generic.includes(failure.code)) return { title, text: describeBookingFailure(failure).text }
  const fields = Object.values(failure.details?.fields ?? {}).join(' ')
  return { title, text: fields === '' ? failure.message : fields }
}
