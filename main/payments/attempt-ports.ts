import type { AttemptStanding, MoneyMoved } from '#contract/payments/routes.ts'
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
 * The calls an attempt makes in the name of who is signed in. Failures are told exactly, as {@link StaffCalls.callExactly}
 * does: `failures.ts` says which were certainly not sent and which may have been acted upon.
 */
export type AttemptOffice = {
  /** `POST /payment/terminal/{locationID}`, the attempt's id as idempotency key. */
  register(attempt: PaymentAttempt): Promise<Reply<{ readonly client_secret: string; readonly id: string }>>
  /** The same path with `cancel: true`. */
  cancelIntent(locationID: LocationID, intentID: string): Promise<Reply<unknown>>
  settle(
    attempt: Pick<PaymentAttempt, 'attemptID' | 'studyID'>,
    body: { readonly isAbandoned: boolean; readonly terminal: TerminalResult | null },
  ): Promise<Reply<AttemptStanding>>
  readTransaction(transactionID: TransactionID): Promise<Reply<Transaction>>
  /** `GET /payment/terminal/interac/{referenceID}`; `amount` in minor units. */
  readInteracRefund(
    referenceID: string,
  ): Promise<Reply<{ readonly chargeID: string; readonly amount: number; readonly transactionID: TransactionID }>>
  /** What the stand-in's card fields say to the simulated processor. */
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

/** A card provider's own card fields, open in a window of their own. */
export type OpenCardFields = {
  /** How the typing ended; the processor is asked in any case. */
  readonly outcome: Promise<CollectOutcome>
  close(): void
}

export type PaymentAttemptsParts = {
  readonly journal: PaymentJournal
  readonly office: AttemptOffice
  /** The reader in use at this desk; null while none is. */
  terminal(): CardTerminal | null
  /**
   * Opens the provider's card fields for an attempt; `stand-in` where the window's own stand-in is used and
   * {@link PaymentAttempts.cardFieldsDone} will name a test payment method; a failure where there are none.
   */
  openCardFields(attempt: PaymentAttempt, clientSecret: string): Reply<OpenCardFields | 'stand-in'>
  /** Where the study is and what is billed there, as far as this workstation knows. */
  readPlace(studyID: StudyID): Promise<Reply<{ readonly locationID: LocationID; readonly currency: Currency }>>
  /** User id of who is signed in; null where nobody is. */
  author(): string | null
  /** Whether the back office is within reach, as far as is known. */
  isOnline(): boolean
  readonly publish: Publish
  readonly log: Log
  /** Called once an attempt has made its transaction: the study goes into the cache, the reader had a success. */
  onRecorded(attempt: PaymentAttempt, moved: MoneyMoved): void
  nowMs(): number
  /** Runs something later; the answer takes it back. */
  after(ms: number, run: () => void): () => void
}
