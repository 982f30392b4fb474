import { z } from 'zod'
import { locationIDSchema } from '../values/location-id.ts'
import { currencies } from '../values/money.ts'
import { studyIDSchema } from '../values/study-id.ts'
import { instantSchema } from '../values/time-schemas.ts'
import { attemptIDSchema, transactionIDSchema } from './transaction.ts'

/**
 * The states of a card attempt (decisions §5). The last three are final. Once a reader was asked, an attempt becomes
 * final only by the processor's result, which the back office reads, or by the pad's result.
 */
export const attemptStates = [
  'created',
  'sent',
  'handed-off',
  'processing',
  'unknown',
  'succeeded',
  'declined',
  'cancelled',
] as const
export type AttemptState = (typeof attemptStates)[number]

/**
 * Returns whether the state is final. An approval that a reader reports later still reopens a declined or cancelled
 * attempt.
 */
export const isFinalAttempt = (state: AttemptState): boolean =>
  state === 'succeeded' || state === 'declined' || state === 'cancelled'

/** Milliseconds without success after which the workstation asks to cancel an attempt (booking spec §9). */
export const autoCancelAfterMs = 60_000

/** The same limit for card fields, which are typed by hand, often with the member on the telephone. */
export const cardFieldsCancelAfterMs = 600_000

/**
 * The device that takes the card: a reader of one of the three drivers, or the window's card fields. `settlesWith`
 * returns the source of the result: the processor, which the back office asks, or the pad itself.
 */
export const cardRoutes = ['stripe', 'serial', 'simulated', 'card-fields'] as const
export type CardRoute = (typeof cardRoutes)[number]

export const settlesWith = (route: CardRoute): 'processor' | 'terminal' =>
  route === 'serial' ? 'terminal' : 'processor'

/** The result of an attempt on a pad, in the format in which the workstation sends it to the back office. */
export const terminalResultSchema = z.object({
  outcome: z.enum(['approved', 'declined', 'cancelled', 'not-found']),
  referenceID: z.string().max(100),
  cardType: z.string().max(40).nullable(),
  /** Four digits; no other part of a card number is ever stored. */
  cardLastFour: z
    .string()
    .regex(/^\d{4}$/)
    .nullable(),
  message: z.string().max(300),
})
export type TerminalResult = z.infer<typeof terminalResultSchema>

/**
 * A card attempt as the journal stores it and the window shows it. It never has a card number or a name.
 * @internal Tests read what is stored.
 */
export const paymentAttemptSchema = z.object({
  attemptID: attemptIDSchema,
  studyID: studyIDSchema,
  locationID: locationIDSchema,
  kind: z.enum(['payment', 'refund']),
  route: z.enum(cardRoutes),
  /** The reader that received the attempt; no other reader can report the result. Null for card fields. */
  readerID: z.string().nullable(),
  /** Integer minor units, above 0. */
  amountMinor: z.number().int().positive(),
  currency: z.enum(currencies),
  /** The transaction that is refunded; null for payments. */
  refundOf: transactionIDSchema.nullable(),
  /** The reason of a refund. */
  memo: z.string(),
  state: z.enum(attemptStates),
  /** The processor's intent, once it is known. */
  intentID: z.string().nullable(),
  /** Whether staff or the timer requested a cancel. */
  isCancelAsked: z.boolean(),
  /** Set once the back office has recorded the transaction: an attempt makes at most one. */
  transactionID: transactionIDSchema.nullable(),
  /**
   * The pad's answer, if the pad settles the attempt. It is stored so that the workstation can report it to the back
   * office, however late.
   */
  terminalResult: terminalResultSchema.nullable(),
  /**
   * Why the attempt failed or, while it is open, what has gone wrong so far, in the words of the error catalogue. Null
   * if nothing has gone wrong, and after success.
   */
  failure: z.object({ code: z.string(), message: z.string() }).nullable(),
  begunAt: instantSchema,
  /** When the state became `handed-off` and collecting the card began, which starts the timeout. Null until then. */
  handedOffAt: instantSchema.nullable(),
  settledAt: instantSchema.nullable(),
  /** User id of the person who started the attempt. */
  author: z.string(),
})
export type PaymentAttempt = z.infer<typeof paymentAttemptSchema>

/**
 * Returns whether the attempt's result is unknown or not recorded. An open attempt prevents any other charge of its
 * study.
 */
export const isOpenAttempt = (attempt: Pick<PaymentAttempt, 'state' | 'transactionID'>): boolean =>
  !isFinalAttempt(attempt.state) || (attempt.state === 'succeeded' && attempt.transactionID === null)

/** The four states of the Process Payment modal (booking spec §2). */
export type PaymentModalState = 'handOff' | 'processingPayment' | 'successful' | 'unsuccessful'

/** Returns the modal state of an attempt. `unknown` counts as processing, because the result is still being checked. */
export const toModalState = (attempt: Pick<PaymentAttempt, 'state' | 'transactionID'>): PaymentModalState => {
  switch (attempt.state) {
    case 'created':
    case 'sent':
    case 'handed-off':
      return 'handOff'
    case 'processing':
    case 'unknown':
      return 'processingPayment'
    case 'succeeded':
      // An approved attempt is successful only once its transaction is recorded.
      return attempt.transactionID === null ? 'processingPayment' : 'successful'
    case 'declined':
    case 'cancelled':
      return 'unsuccessful'
  }
}
