import type { AttemptID } from '#domain/payments/transaction.ts'
import type { Currency, Money } from '#domain/values/money.ts'

/**
 * Why a call to the processor failed. `refused`: the processor answered, and this request did nothing. `unknown`: the
 * answer does not show whether anything was done. `unreachable`: no answer came, so the money may or may not have
 * moved. After `unknown` and `unreachable`, repeat the request under the same key or ask the processor for the status.
 */
export type ProcessorFailure = {
  readonly ok: false
  readonly kind: 'refused' | 'unknown' | 'unreachable'
  /** The processor's own code, such as `card_declined` or `resource_missing`. */
  readonly code: string
  /** The processor's message; it names no card and no person. */
  readonly message: string
  readonly declineCode: string | null
}
export type ProcessorReply<Value> = { readonly ok: true; readonly value: Value } | ProcessorFailure

/** The statuses of an intent, by Stripe's names. */
export const intentStatuses = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'processing',
  'requires_capture',
  'canceled',
  'succeeded',
] as const
type IntentStatus = (typeof intentStatuses)[number]

/** The stored facts of a card: never its number. */
export type ProcessorCard = { readonly brand: string; readonly last4: string | null; readonly isInterac: boolean }

export type ProcessorError = {
  readonly code: string
  readonly declineCode: string | null
  readonly message: string
}

/** A payment at the processor. */
export type Intent = {
  readonly id: string
  readonly clientSecret: string
  readonly status: IntentStatus
  /** Integer minor units. */
  readonly amount: Money
  readonly currency: Currency
  /** The card that paid; null before the payment. */
  readonly card: ProcessorCard | null
  /** The charge that a refund at the reader names; null before the charge exists. */
  readonly chargeID: string | null
  /** Why the last card was refused; null if none was. */
  readonly lastError: ProcessorError | null
  /** The attempt that the intent was made for; null for intents of other programs. */
  readonly attemptID: string | null
}

/** A refund at the processor. A `pending` refund is still in progress, and Atrium records it like a completed one. */
export type ProcessorRefund = {
  readonly id: string
  readonly intentID: string | null
  readonly status: 'succeeded' | 'pending' | 'failed'
  /** Integer minor units. */
  readonly amount: Money
  /** Epoch seconds. */
  readonly createdAt: number
  /** The attempt that the refund was made for; null when the reader could not send the attempt's id. */
  readonly attemptID: string | null
  /** Why the refund failed; null if it did not fail. */
  readonly failure: ProcessorError | null
}

/** A payment that succeeded at the processor, with what its attempt named. */
export type TakenPayment = {
  readonly intent: Intent
  /** Epoch seconds at which the intent was made. */
  readonly createdAt: number
  readonly studyID: string | null
  readonly locationID: string | null
}

type IntentRequest = {
  /** Also the idempotency key: a repetition with the same attempt returns the same intent. */
  readonly attemptID: AttemptID
  /** Integer minor units, above 0. */
  readonly amount: Money
  readonly currency: Currency
  /** `card_present`: a card at a reader. `card`: a card number typed into the card fields. */
  readonly kind: 'card_present' | 'card'
  /** Only ids, no name of a person. */
  readonly metadata: Readonly<Record<string, string>>
}

/**
 * Charges and refunds cards. A failure of the processor is returned as a value and not thrown, and every call ends. A
 * processor of the kind `none` refuses every call with the code `not_configured`.
 */
export type CardProcessor = {
  readonly kind: 'stripe' | 'simulated' | 'none'
  /** Returns the publishable key for the window's card fields; null when there is none. */
  publishableKey(currency: Currency): string | null
  /**
   * Returns the processor's id of a location, and a fresh connection token for the location's readers. The token is
   * never stored.
   */
  connectionToken(
    locationID: string,
    terminalLocation?: string | undefined,
  ): Promise<ProcessorReply<{ readonly location: string; readonly secret: string }>>
  /** Makes an attempt's intent, captured automatically; in CAD a reader also accepts Interac cards. */
  createIntent(request: IntentRequest): Promise<ProcessorReply<Intent>>
  /** Returns an intent; fails with the code `resource_missing` for an unknown id. */
  readIntent(intentID: string): Promise<ProcessorReply<Intent>>
  /**
   * Cancels an intent that has not ended and returns its current state. Fails as `refused` when the intent can no
   * longer be cancelled; the caller must then read the intent.
   */
  cancelIntent(intentID: string): Promise<ProcessorReply<Intent>>
  /**
   * Makes a refund. A repetition with the same attempt returns the same refund. The processor refuses to refund an
   * Interac payment.
   */
  refund(request: {
    readonly intentID: string
    readonly amount: Money
    readonly attemptID: AttemptID
  }): Promise<ProcessorReply<ProcessorRefund>>
  /** Returns every refund of an intent, newest first. */
  findRefunds(intentID: string): Promise<ProcessorReply<readonly ProcessorRefund[]>>
  /**
   * Returns all succeeded payments of attempts, and all refunds that did not fail, which were made at `since` (epoch
   * seconds) or later.
   */
  findTaken(since: number): Promise<
    ProcessorReply<{
      readonly payments: readonly TakenPayment[]
      readonly refunds: readonly (ProcessorRefund & { readonly currency: Currency | null })[]
    }>
  >
  /**
   * Returns what a reader needs for a refund with the card present: the secret is empty when the reader itself names
   * the charge to the processor. A repetition with the same attempt returns the same values.
   */
  prepareReaderRefund(request: {
    readonly intentID: string
    readonly amount: Money
    readonly currency: Currency
    readonly attemptID: AttemptID
  }): Promise<ProcessorReply<{ readonly id: string; readonly clientSecret: string }>>
  /**
   * Whether {@link cancelReaderRefund} reliably stops a refund. If false, the caller must repeat {@link findRefunds},
   * because a refund may appear in its list late.
   */
  readonly canCancelReaderRefund: boolean
  /** Prevents a prepared refund, if the processor can; {@link findRefunds} returns a refund that was already made. */
  cancelReaderRefund(id: string): Promise<ProcessorReply<null>>
  /** Confirms a payment or a refund as a reader or card field would; null for all but the simulated processor. */
  readonly confirmSimulated:
    | ((
        clientSecret: string,
        paymentMethod: string,
      ) => Promise<
        ProcessorReply<{ readonly id: string; readonly status: string; readonly error: ProcessorError | null }>
      >)
    | null
}

export const refusedBy = (code: string, message: string, declineCode: string | null = null): ProcessorFailure => ({
  ok: false,
  kind: 'refused',
  code,
  message,
  declineCode,
})

/** Returns true when the processor has no record of the id. */
export const isMissing = (reply: ProcessorReply<unknown>): boolean => !reply.ok && reply.code === 'resource_missing'

const notConfigured = async (): Promise<ProcessorFailure> =>
  refusedBy('not_configured', 'No card processor is configured.')

/** The processor in production when no real one is configured: payments by other tenders still work. */
export const noProcessor: CardProcessor = {
  kind: 'none',
  publishableKey: () => null,
  connectionToken: notConfigured,
  createIntent: notConfigured,
  readIntent: notConfigured,
  cancelIntent: notConfigured,
  refund: notConfigured,
  findRefunds: notConfigured,
  findTaken: notConfigured,
  prepareReaderRefund: notConfigured,
  canCancelReaderRefund: false,
  cancelReaderRefund: notConfigured,
  confirmSimulated: null,
}
