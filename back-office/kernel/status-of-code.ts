import type { RouteName } from '#contract/back-office.ts'
import type { FailureCode } from '#contract/reply.ts'

/** HTTP statuses of failed calls (decisions §3). */
type FailureStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 426 | 429 | 500 | 503

/** The HTTP status of every failure code. Null: a code of the workstation only, which the back office never returns. */
const statusOfCode = {
  // the server
  'other-server': 409,
  'program-too-old': 426,
  // the caller
  'bad-credentials': 401,
  'account-locked': 429,
  'signed-out': 401,
  locked: null,
  'insufficient-permissions': 403,
  'location-forbidden': 403,
  'too-many-requests': 429,
  // the input
  'invalid-input': 400,
  'payload-too-large': 413,
  'unsupported-media-type': 415,
  'idempotency-key-missing': 400,
  'idempotency-key-reused': 422,
  'not-found': 404,
  stale: 409,
  // accounts
  'code-not-valid': 409,
  'account-exists': 409,
  'last-administrator': 409,
  'already-set-up': 409,
  // booking
  'slot-taken': 409,
  'slot-in-past': 400,
  'hold-lapsed': 409,
  'hold-of-someone-else': 403,
  'machine-does-not-support-sku': 400,
  'outside-opening-hours': 400,
  'location-closed': 409,
  'location-not-bookable': 409,
  'location-locked-by-payment': 409,
  'already-cancelled': 409,
  'not-a-temporary-hold': 409,
  'balance-due': 409,
  'study-not-bookable': 409,
  // safety questions
  'missing-required-fields': 422,
  'scan-prohibited': 409,
  'settle-reason-required': 422,
  'nothing-to-sign-off': 409,
  // payments
  'location-and-time-missing': 409,
  'amount-above-balance': 409,
  'amount-above-refundable': 409,
  'nothing-to-refund': 409,
  'already-refunded': 409,
  'promo-not-valid': 409,
  'referral-not-valid': 409,
  'gift-card-not-valid': 409,
  'not-enough-credits': 409,
  'step-not-allowed': 409,
  'invoice-suppressed': 409,
  'payment-in-progress': 409,
  'payment-declined': 409,
  'payment-cancelled': 409,
  'payment-unknown': 409,
  'interac-needs-card': 409,
  'processor-unavailable': 503,
  'mail-failed': 503,
  'day-signed-off': 409,
  'cheques-changed': 409,
  // the card terminal
  'terminal-not-found': null,
  'terminal-not-connected': null,
  'terminal-busy': null,
  'terminal-unavailable': null,
  // the study's page
  'act-not-allowed': 409,
  'scan-not-confirmed': 409,
  'scheduler-not-valid': null,
  'scheduler-unavailable': 503,
  'report-missing': 409,
  // documents and release
  'document-format': 400,
  'document-name-used': 409,
  'pdf-refused': 422,
  'recipient-not-valid': 400,
  'recipient-unconfirmed': 409,
  'email-not-confirmed': 409,
  'delivery-unavailable': 503,
  'job-not-movable': null,
  'printer-not-found': null,
  'printer-unavailable': null,
  'folder-not-writable': null,
  // members and CRM
  'member-exists': 409,
  'member-merged': 409,
  'merge-not-undone': 409,
  'crm-unavailable': 503,
  'opportunity-mismatch': 409,
  // locations
  'bookings-ahead': 409,
  // the workstation
  offline: null,
  'zone-rules-differ': null,
  'unknown-command': null,
  'wrong-sender': null,
  'not-sent': null,
  'answer-withheld': null,
  'outcome-unknown': null,
  disconnected: null,
  'timed-out': null,
  unexpected: 500,
} as const satisfies Record<FailureCode, FailureStatus | null>

/** A code that the back office returns. */
export type RefusalCode = {
  [Code in FailureCode]: (typeof statusOfCode)[Code] extends null ? never : Code
}[FailureCode]

/**
 * For a taken slot, a request for a hold is answered with 400, and a booking with 409 (decisions §3). The 400 makes a
 * client try the next machine.
 */
const holdStatus = { 'slot-taken': 400 } as const

/** The routes on which a code has another status. */
const statusOfRoute: { readonly [Name in RouteName]?: { readonly [Code in RefusalCode]?: FailureStatus } } = {
  createHoldEvent: holdStatus,
  createHoldAssisted: holdStatus,
}

/** Returns the HTTP status of a refusal. Without a route, as for GraphQL and the web server, it is the code's own. */
export const statusOf = (code: RefusalCode, route?: RouteName): FailureStatus =>
  (route === undefined ? undefined : statusOfRoute[route]?.[code]) ?? statusOfCode[code]
