import { z } from 'zod'
import { locationIDSchema } from '../values/location-id.ts'
import { currencies } from '../values/money.ts'
import { studyIDSchema } from '../values/study-id.ts'
import { instantSchema } from '../values/time-schemas.ts'
import { attemptIDSchema, transactionIDSchema } from './transaction.ts'

/** The states of a payment attempt (decisions §5). The last three are final, and only what holds the money makes them so. */
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

/** Whether nothing can happen to it any more that moves money. */
export const isFinalAttempt = (state: AttemptState): boolean =>
  state === 'succeeded' || state === 'declined' || state === 'cancelled'

/** After so long without success an attempt asks to be cancelled (booking spec §9). */
export const autoCancelAfterMs = 60_000

/** Card fields are typed by hand, often with the member on the telephone: they have longer. */
export const cardFieldsCancelAfterMs = 600_000

/**
 * What takes the card: a reader of one of the three drivers, or the card fields of the window. `settlesWith` says who knows
 * how it ended: the processor behind the back office, or the pad itself.
 */
export const cardRoutes = ['stripe', 'serial', 'simulated', 'card-fields'] as const
export type CardRoute = (typeof cardRoutes)[number]

export const settlesWith = (route: CardRoute): 'processor' | 'terminal' =>
  route === 'serial' ? 'terminal' : 'processor'

/** What a pad that settles by itself said last, in the form in which the back office is told. */
export const terminalResultSchema = z.object({
  outcome: z.enum(['approved', 'declined', 'cancelled', 'not-found']),
  referenceID: z.string().max(100),
  cardType: z.string().max(40).nullable(),
  /** Four digits; nothing else of a card is ever kept. */
  cardLastFour: z
    .string()
    .regex(/^\d{4}$/)
    .nullable(),
  message: z.string().max(300),
})
export type TerminalResult = z.infer<typeof terminalResultSchema>

/**
 * A payment attempt as the journal keeps it and the window shows it. No card number, no name, ever.
 * @internal Tests read what is stored.
 */
export const paymentAttemptSchema = z.object({
  attemptID: attemptIDSchema,
  studyID: studyIDSchema,
  locationID: locationIDSchema,
  kind: z.enum(['payment', 'refund']),
  route: z.enum(cardRoutes),
  /** The reader it was handed to: only that one can be asked what came of it. Null for card fields. */
  readerID: z.string().nullable(),
  /** Integer minor units, above 0. */
  amountMinor: z.number().int().positive(),
  currency: z.enum(currencies),
  /** The transaction a refund gives back; null for payments. */
  refundOf: transactionIDSchema.nullable(),
  /** Why, for refunds. */
  memo: z.string(),
  state: z.enum(attemptStates),
  /** The processor's intent, once it said so. */
  intentID: z.string().nullable(),
  /** Whether a cancel was asked for, by the desk or by the clock. */
  isCancelAsked: z.boolean(),
  /** Set once the back office has recorded it: an attempt makes at most one transaction. */
  transactionID: transactionIDSchema.nullable(),
  /** What the pad answered, for attempts it settles itself; told to the back office from here however late. */
  terminalResult: terminalResultSchema.nullable(),
  /** What was said against it last, in the words of the error catalogue: why it failed, once it has. Null with success. */
  failure: z.object({ code: z.string(), message: z.string() }).nullable(),
  begunAt: instantSchema,
  /** When the reader was given to the member; the 60 seconds count from here. Null before. */
  handedOffAt: instantSchema.nullable(),
  settledAt: instantSchema.nullable(),
  /** User id of who began it. */
  author: z.string(),
})
export type PaymentAttempt = z.infer<typeof paymentAttemptSchema>

/** Whether something is still to be found out or recorded: nothing else is charged on its study before that. */
export const isOpenAttempt = (attempt: Pick<PaymentAttempt, 'state' | 'transactionID'>): boolean =>
  !isFinalAttempt(attempt.state) || (attempt.state === 'succeeded' && attempt.transactionID === null)

/** The four states of the Process Payment modal (booking spec §2). */
export type PaymentModalState = 'handOff' | 'processingPayment' | 'successful' | 'unsuccessful'

/** Which of them an attempt shows. An unknown one is still being found out: nothing is offered before it is. */
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
      // Approved and not recorded yet is not done: the desk waits for the one transaction.
      return attempt.transactionID === null ? 'processingPayment' : 'successful'
    case 'declined':
    case 'cancelled':
      return 'unsuccessful'
  }
}
