import type { AttemptStatusReply, MoneyMoved } from '#contract/payments/routes.ts'
import type { Reply } from '#contract/reply.ts'
import type { PaymentAttempt, TerminalResult } from '#domain/payments/payment-attempt.ts'
import type { Transaction, TransactionID } from '#domain/payments/transaction.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { Currency } from '#domain/values/money.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { Log } from '#runtime/log.ts'
import type { CardTerminal, CollectOutcome } from '../devices/card-terminal/card-terminal.ts'
import type { PaymentJournal } from '../journal/payment-journal.ts'
import type { Publish } from '../publish.ts'

/**
 * The calls that an attempt makes in the name of the signed-in user. Failures are exact, as with {@link
 * StaffCalls.callExactly}. `failures.ts` lists which codes mean that a call was certainly not sent, and which codes
 * mean that the call may have acted.
 */
export type AttemptOffice = {
  /** `POST /payment/terminal/{locationID}`, with the attempt's id as idempotency key. */
  register(attempt: PaymentAttempt): Promise<Reply<{ readonly client_secret: string; readonly id: string }>>
  /** `POST` to the path of `register`, with `cancel: true`. */
  cancelIntent(locationID: LocationID, intentID: string): Promise<Reply<unknown>>
  settle(
    attempt: Pick<PaymentAttempt, 'attemptID' | 'studyID'>,
    body: { readonly isAbandoned: boolean; readonly terminal: TerminalResult | null },
  ): Promise<Reply<AttemptStatusReply>>
  readTransaction(transactionID: TransactionID): Promise<Reply<Transaction>>
  /** `GET /payment/terminal/interac/{referenceID}`; `amount` in minor units. */
  readInteracRefund(
    referenceID: string,
  ): Promise<Reply<{ readonly chargeID: string; readonly amount: number; readonly transactionID: TransactionID }>>
  /** Sends what the user chose in the stand-in's card fields to the simulated processor. */
  confirmSimulated(
    clientSecret: string,
    paymentMethod: string,
  ): Promise<
    Reply<{
      readonly status: string
      readonly error: { readonly code: string; readonly decline_code: string | null; readonly message: string } | null
    }>
  >
}

/** A card provider's own card fields, open in a separate window. */
export type OpenCardFields = {
  /** How the entry of the card ended. After every outcome, the back office asks the processor for the result. */
  readonly outcome: Promise<CollectOutcome>
  close(): void
}

export type PaymentAttemptsParts = {
  readonly journal: PaymentJournal
  readonly office: AttemptOffice
  /** Returns the driver of the reader in use at this workstation; null while there is none. */
  terminal(): CardTerminal | null
  /**
   * Opens the provider's card fields for an attempt. Returns `stand-in` when Atrium's own window shows stand-in card
   * fields: {@link PaymentAttempts.cardFieldsDone} then receives the chosen test payment method. Returns a failure when
   * there are no card fields.
   */
  openCardFields(attempt: PaymentAttempt, clientSecret: string): Reply<OpenCardFields | 'stand-in'>
  /** Returns the study's location and its currency, from the cache or else from the back office. */
  readPlace(studyID: StudyID): Promise<Reply<{ readonly locationID: LocationID; readonly currency: Currency }>>
  /** Returns the user id of the signed-in user; null when signed out. */
  author(): string | null
  /** Returns whether the back office is reachable, as far as the workstation knows. */
  isOnline(): boolean
  readonly publish: Publish
  readonly log: Log
  /** Called when an attempt gets its transaction, to cache the study and to record the reader's success. */
  onRecorded(attempt: PaymentAttempt, moved: MoneyMoved): void
  nowMs(): number
  /** Runs something later; the returned function cancels it. */
  after(ms: number, run: () => void): () => void
}
