import type { AttemptID } from '#domain/payments/transaction.ts'
import type { Currency, Money } from '#domain/values/money.ts'

/**
 * Why the processor did not do what it was asked. `refused`: it answered, and nothing was done by this request. `unknown`: it
 * answered without saying whether anything was done. `unreachable`: no answer came, which says nothing about the money either.
 * After the last two the same request is made again under the same key, or the processor is asked how things stand.
 */
export type ProcessorFailure = {
  readonly ok: false
  readonly kind: 'refused' | 'unknown' | 'unreachable'
  /** The processor's own word, such as `card_declined` or `resource_missing`. */
  readonly code: string
  /** In the processor's words; names no card and no person. */
  readonly message: string
  readonly declineCode: string | null
}
export type ProcessorReply<Value> = { readonly ok: true; readonly value: Value } | ProcessorFailure

/** Where an intent stands, in Stripe's words. */
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

/** What is kept of a card: never a number. */
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
  /** The card that paid; null before one did. */
  readonly card: ProcessorCard | null
  /** The charge a refund at the reader names; null before there is one. */
  readonly chargeID: string | null
  /** Why the last card was not taken; null where none was refused. */
  readonly lastError: ProcessorError | null
  /** The attempt it was made for; null for intents of somebody else. */
  readonly attemptID: string | null
}

/** Money given back at the processor. `pending` is on its way and counts as given. */
export type ProcessorRefund = {
  readonly id: string
  readonly intentID: string | null
  readonly status: 'succeeded' | 'pending' | 'failed'
  /** Integer minor units. */
  readonly amount: Money
  /** Epoch seconds. */
  readonly createdAt: number
  /** The attempt it was made for; null where the reader could not be told. */
  readonly attemptID: string | null
  /** Why it failed; null otherwise. */
  readonly failure: ProcessorError | null
}

type IntentRequest = {
  /** Also the idempotency key: asked again with the same attempt, the same intent is answered. */
  readonly attemptID: AttemptID
  /** Integer minor units, above 0. */
  readonly amount: Money
  readonly currency: Currency
  /** At a reader, or typed into the card fields. */
  readonly kind: 'card_present' | 'card'
  /** Ids only: nothing that names a person. */
  readonly metadata: Readonly<Record<string, string>>
}

/**
 * Who moves the cards' money. Nothing here throws: errors are values, and every call ends. `none` answers every call as
 * `refused` with the code `not_configured`.
 */
export type CardProcessor = {
  readonly kind: 'stripe' | 'simulated' | 'none'
  /** What the card fields of the window are opened with; null where there is nothing to open them with. */
  publishableKey(currency: Currency): string | null
  /** A fresh connection token for a location's readers, and the location as the processor calls it; never kept. */
  connectionToken(locationID: string): Promise<ProcessorReply<{ readonly location: string; readonly secret: string }>>
  /** Makes the intent of an attempt, captured automatically; in CAD at a reader Interac cards are taken too. */
  createIntent(request: IntentRequest): Promise<ProcessorReply<Intent>>
  /** `resource_missing` where there is none of this id. */
  readIntent(intentID: string): Promise<ProcessorReply<Intent>>
  /** Cancels an intent that has not ended: the answer is what it is now. `refused` where it is too late; read it then. */
  cancelIntent(intentID: string): Promise<ProcessorReply<Intent>>
  /** Gives money back. With the same key the same refund is answered; an Interac payment is refused. */
  refund(request: {
    readonly intentID: string
    readonly amount: Money
    readonly attemptID: AttemptID
  }): Promise<ProcessorReply<ProcessorRefund>>
  /** Every refund of an intent, the newest first. */
  findRefunds(intentID: string): Promise<ProcessorReply<readonly ProcessorRefund[]>>
  /**
   * What a reader needs to give money back with the card present: the secret is empty where the reader names the charge to
   * the processor itself. Asked again with the same attempt, the same is answered.
   */
  prepareReaderRefund(request: {
    readonly intentID: string
    readonly amount: Money
    readonly currency: Currency
    readonly attemptID: AttemptID
  }): Promise<ProcessorReply<{ readonly id: string; readonly clientSecret: string }>>
  /** Whether {@link cancelReaderRefund} stops a refund for certain. Where not, one that was made may be listed late. */
  readonly canCancelReaderRefund: boolean
  /** Sees to it that a prepared refund is not made any more, where the processor can; {@link findRefunds} says what was. */
  cancelReaderRefund(id: string): Promise<ProcessorReply<null>>
  /** What a reader or card field says to the simulated processor; null at any other. */
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

/** True where the processor says that it does not know the thing at all. */
export const isMissing = (reply: ProcessorReply<unknown>): boolean => !reply.ok && reply.code === 'resource_missing'

const notConfigured = async (): Promise<ProcessorFailure> =>
  refusedBy('not_configured', 'No card processor is configured.')

/** Stands where no processor is configured, in production: cash and the rest go on. */
export const noProcessor: CardProcessor = {
  kind: 'none',
  publishableKey: () => null,
  connectionToken: notConfigured,
  createIntent: notConfigured,
  readIntent: notConfigured,
  cancelIntent: notConfigured,
  refund: notConfigured,
  findRefunds: notConfigured,
  prepareReaderRefund: notConfigured,
  canCancelReaderRefund: false,
  cancelReaderRefund: notConfigured,
  confirmSimulated: null,
}
