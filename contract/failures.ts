import type { Failure, FailureCode } from './reply.ts'

/**
 * The place where a failure was received. `rest`: the workstation's main process received it from the back office, a
 * worker or an embedded back office. `bridge`: the window received it from main.
 */
export type Hop = 'rest' | 'bridge'

/**
 * The meaning of a failure for the request. `refused`: it was checked and declined. `not-sent`: certainly nothing was
 * done, so the same request may be sent again. `unknown`: it may have been done, so only the same idempotency key is
 * safe.
 */
export type FailureMeaning = 'refused' | 'not-sent' | 'unknown'

type Meanings = Readonly<Record<Hop, FailureMeaning>>

const refused: Meanings = { rest: 'refused', bridge: 'refused' }
const notSent: Meanings = { rest: 'not-sent', bridge: 'not-sent' }
const unknown: Meanings = { rest: 'unknown', bridge: 'unknown' }

/**
 * The meaning of every code. It is the same at both hops: if main does not know the outcome of a call, it answers the
 * window with its own code, not with the code that it received. Two payment codes, `payment-unknown` and
 * `processor-unavailable`, are the back office's answers about the processor; `payment-failures.ts` defines when they
 * are final.
 * @internal Tests cover every entry.
 */
export const failureMeanings = {
  // the server
  'other-server': notSent,
  'program-too-old': notSent,
  // the caller
  'bad-credentials': refused,
  'account-locked': refused,
  'signed-out': notSent,
  locked: notSent,
  'insufficient-permissions': refused,
  'location-forbidden': refused,
  'too-many-requests': notSent,
  // the input
  'invalid-input': refused,
  'payload-too-large': refused,
  'unsupported-media-type': refused,
  'idempotency-key-missing': refused,
  'idempotency-key-reused': refused,
  'not-found': refused,
  stale: refused,
  // accounts
  'code-not-valid': refused,
  'account-exists': refused,
  'last-administrator': refused,
  'already-set-up': refused,
  // booking
  'slot-taken': refused,
  'slot-in-past': refused,
  'hold-lapsed': refused,
  'hold-of-someone-else': refused,
  'machine-does-not-support-sku': refused,
  'outside-opening-hours': refused,
  'location-closed': refused,
  'location-not-bookable': refused,
  'location-locked-by-payment': refused,
  'already-cancelled': refused,
  'not-a-temporary-hold': refused,
  'balance-due': refused,
  'study-not-bookable': refused,
  // safety questions
  'missing-required-fields': refused,
  'scan-prohibited': refused,
  'settle-reason-required': refused,
  'nothing-to-sign-off': refused,
  // payments
  'location-and-time-missing': refused,
  'amount-above-balance': refused,
  'amount-above-refundable': refused,
  'nothing-to-refund': refused,
  'already-refunded': refused,
  'promo-not-valid': refused,
  'referral-not-valid': refused,
  'gift-card-not-valid': refused,
  'not-enough-credits': refused,
  'step-not-allowed': refused,
  'invoice-suppressed': refused,
  'payment-in-progress': refused,
  'payment-declined': refused,
  'payment-cancelled': refused,
  'payment-unknown': refused,
  'interac-needs-card': refused,
  'processor-unavailable': refused,
  'mail-failed': refused,
  'day-signed-off': refused,
  'cheques-changed': refused,
  // the card terminal
  'terminal-not-found': refused,
  'terminal-not-connected': refused,
  'terminal-busy': refused,
  'terminal-unavailable': refused,
  // the study's page
  'act-not-allowed': refused,
  'scan-not-confirmed': refused,
  'scheduler-not-valid': refused,
  'scheduler-unavailable': refused,
  'report-missing': refused,
  // documents and release
  'document-format': refused,
  'document-name-used': refused,
  'pdf-refused': refused,
  'recipient-not-valid': refused,
  'recipient-unconfirmed': refused,
  'delivery-unavailable': refused,
  'email-not-confirmed': refused,
  'job-not-movable': refused,
  'printer-not-found': refused,
  'printer-unavailable': refused,
  'folder-not-writable': refused,
  // members and CRM
  'member-exists': refused,
  'member-merged': refused,
  'merge-not-undone': refused,
  'crm-unavailable': refused,
  'opportunity-mismatch': refused,
  // locations
  'bookings-ahead': refused,
  // the workstation
  offline: notSent,
  'zone-rules-differ': refused,
  'unknown-command': refused,
  'wrong-sender': refused,
  'not-sent': notSent,
  'answer-withheld': unknown,
  'outcome-unknown': unknown,
  disconnected: unknown,
  'timed-out': unknown,
  unexpected: unknown,
} as const satisfies Record<FailureCode, Meanings>

const codeOf = (failure: Failure | FailureCode): FailureCode => (typeof failure === 'string' ? failure : failure.code)

/** Returns the meaning of a failure for the request, at the hop where it was received. */
export const meaningOf = (hop: Hop, failure: Failure | FailureCode): FailureMeaning => {
  // A journal row of a later version may have a code that this version does not list.
  const meanings: Meanings | undefined = failureMeanings[codeOf(failure)]
  return meanings?.[hop] ?? 'unknown'
}

/** Returns whether the request may have been done: repeat it with the same key, never with a new one. */
export const isOutcomeUnknown = (hop: Hop, failure: Failure | FailureCode): boolean =>
  meaningOf(hop, failure) === 'unknown'

/**
 * Returns whether the failure means `not-sent`: this try certainly did nothing. An earlier try under the same key may
 * have acted: {@link mayBeDone}.
 */
export const isNotSent = (hop: Hop, failure: Failure | FailureCode): boolean => meaningOf(hop, failure) === 'not-sent'

/**
 * Returns whether the request may have been done, by this try or an earlier one. `before`: whether an earlier try under
 * the same key may have done it. After `not-sent` the result is `before`; after a refusal it is false.
 */
export const mayBeDone = (hop: Hop, before: boolean, failure: Failure | FailureCode): boolean =>
  isOutcomeUnknown(hop, failure) || (before && isNotSent(hop, failure))
