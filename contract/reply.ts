import type { ChangedCheque } from '#domain/finance/cheque-deposit.ts'
import type { BookedStudy } from '#domain/locations/location-draft.ts'
import type { EmailToConfirm } from '#domain/members/email-confirmation.ts'

/**
 * Every code of a failure across a boundary: in the bridge's replies and the back office's `{code, message, details?}`
 * (decisions §3). A code names the problem that staff see; `failures.ts` defines whether the request was done.
 */
export const failureCodes = [
  // the server
  'other-server',
  'program-too-old',
  // the caller
  'bad-credentials',
  'account-locked',
  'signed-out',
  'locked',
  'insufficient-permissions',
  'location-forbidden',
  'too-many-requests',
  // the input
  'invalid-input',
  'payload-too-large',
  'unsupported-media-type',
  'idempotency-key-missing',
  'idempotency-key-reused',
  'not-found',
  'stale',
  // accounts
  'code-not-valid',
  'account-exists',
  'last-administrator',
  'already-set-up',
  // booking
  'slot-taken',
  'slot-in-past',
  'hold-lapsed',
  'hold-of-someone-else',
  'machine-does-not-support-sku',
  'outside-opening-hours',
  'location-closed',
  'location-not-bookable',
  'location-locked-by-payment',
  'already-cancelled',
  'not-a-temporary-hold',
  'balance-due',
  'study-not-bookable',
  // safety questions
  'missing-required-fields',
  'scan-prohibited',
  'settle-reason-required',
  'nothing-to-sign-off',
  // payments
  'location-and-time-missing',
  'amount-above-balance',
  'amount-above-refundable',
  'nothing-to-refund',
  'already-refunded',
  'promo-not-valid',
  'referral-not-valid',
  'gift-card-not-valid',
  'not-enough-credits',
  'step-not-allowed',
  'invoice-suppressed',
  'payment-in-progress',
  'payment-declined',
  'payment-cancelled',
  'payment-unknown',
  'interac-needs-card',
  'processor-unavailable',
  'mail-failed',
  'day-signed-off',
  'cheques-changed',
  // the card terminal
  'terminal-not-found',
  'terminal-not-connected',
  'terminal-busy',
  'terminal-unavailable',
  // the study's page
  'act-not-allowed',
  'scan-not-confirmed',
  'scheduler-not-valid',
  'scheduler-unavailable',
  'report-missing',
  // documents and release
  'document-format',
  'document-name-used',
  'pdf-refused',
  'recipient-not-valid',
  'recipient-unconfirmed',
  'email-not-confirmed',
  'delivery-unavailable',
  'job-not-movable',
  'printer-not-found',
  'printer-unavailable',
  'folder-not-writable',
  // members and CRM
  'member-exists',
  'member-merged',
  'merge-not-undone',
  'crm-unavailable',
  'opportunity-mismatch',
  // locations
  'bookings-ahead',
  // the workstation
  'offline',
  'zone-rules-differ',
  'unknown-command',
  'wrong-sender',
  'not-sent',
  'answer-withheld',
  'outcome-unknown',
  'disconnected',
  'timed-out',
  'unexpected',
] as const
export type FailureCode = (typeof failureCodes)[number]

/** A failure: its code, one sentence for a receptionist, and the details needed to act on it. */
export type Failure<Code extends FailureCode = FailureCode> = {
  readonly code: Code
  readonly message: string
  readonly details?: FailureDetails
}

export type FailureDetails = {
  /** The refused fields of the input: the dotted path of each field, with the reason as a sentence. */
  readonly fields?: Readonly<Record<string, string>>
  /** The id under which an `unexpected` failure was logged. */
  readonly errorID?: string
  /** After `slot-taken`: the released slot is still free and can be held again (decisions §5). */
  readonly previousSlotFree?: boolean
  /** After `stale`: the back office's present version. */
  readonly currentVersion?: number
  /** After `stale` for a record that administrators edit: the record as it is saved now. */
  readonly current?: unknown
  /** After `bookings-ahead`: the booked studies to move or cancel first. */
  readonly bookings?: readonly BookedStudy[]
  /** After `cheques-changed`: the chosen cheques that cannot be deposited any more; nothing was written. */
  readonly cheques?: readonly ChangedCheque[]
  /** After `account-locked` and `too-many-requests`: seconds to wait. */
  readonly retryAfterSeconds?: number
  /** After `member-merged`: the id of the member whose record replaced the named one. */
  readonly keptID?: string
  /**
   * After `email-not-confirmed`: the address that staff at the sending location must confirm before anything is sent to
   * it.
   */
  readonly emailToConfirm?: EmailToConfirm
}

/** The input of a command without fields, and the value of a command without a result. */
export type Nothing = Readonly<Record<string, never>>

/** The answer of every bridge method. No error is thrown across a boundary. */
export type Reply<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: Failure }

export const ok = <Value>(value: Value): Reply<Value> => ({ ok: true, value })

export const fail = <Code extends FailureCode>(
  code: Code,
  message: string,
  details?: FailureDetails,
): { readonly ok: false; readonly failure: Failure<Code> } => ({
  ok: false,
  failure: details === undefined ? { code, message } : { code, message, details },
})

export const isFailureCode = (text: unknown): text is FailureCode =>
  typeof text === 'string' && (failureCodes as readonly string[]).includes(text)
