import type { Reader, ReaderDriver } from '#contract/payments/bridge.ts'
import type { AttemptID, TransactionID } from '#domain/payments/transaction.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { Currency, Money } from '#domain/values/money.ts'

/**
 * Why a reader did not execute a request. `reason` is the driver's own text, without the introduction that the screen
 * adds, such as "Failed to connect:".
 */
export type TerminalFailure = {
  readonly code: 'not-found' | 'not-connected' | 'busy' | 'unavailable'
  readonly reason: string
}
export type TerminalReply<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: TerminalFailure }

export type Card = {
  readonly cardType: string | null
  readonly cardLastFour: string | null
  readonly isInterac: boolean
}

/** A request to collect a card. */
export type CollectRequest = {
  readonly attemptID: AttemptID
  readonly kind: 'payment' | 'refund'
  readonly amount: Money
  readonly currency: Currency
  /** The intent's secret; empty for a pad that needs none. */
  readonly clientSecret: string
  /** For a refund with the card present: the charge to refund, and the ledger's transaction of that charge. */
  readonly refund: { readonly chargeID: string; readonly transactionID: TransactionID } | null
}

/**
 * The end of a collect request, as far as the reader knows. If a card processor carries out the payment, none of these
 * outcomes ends the attempt: Atrium asks the processor. `declined` names the step that failed (booking spec §8): the
 * card could not be read, or it was read and not accepted. `unknown`: the reader was lost or did not answer in time,
 * and the money may have moved. `not-started`: the money has not moved.
 */
export type CollectOutcome =
  | { readonly outcome: 'approved'; readonly referenceID: string; readonly card: Card }
  | {
      readonly outcome: 'declined'
      readonly step: 'payment-method' | 'process'
      readonly code: string
      readonly reason: string
    }
  | { readonly outcome: 'cancelled' }
  | { readonly outcome: 'unknown'; readonly reason: string }
  | { readonly outcome: 'not-started'; readonly failure: TerminalFailure }

/**
 * What the reader itself remembers of an attempt. `cannot-say`: only the processor knows, or the reader cannot be
 * reached.
 */
export type InquiryOutcome =
  | Exclude<CollectOutcome, { readonly outcome: 'unknown' } | { readonly outcome: 'not-started' }>
  | { readonly outcome: 'not-found' }
  | { readonly outcome: 'in-progress' }
  | { readonly outcome: 'cannot-say'; readonly reason: string }

export type TerminalStatus = {
  readonly reader: Reader | null
  readonly activity: 'idle' | 'waiting-for-card' | 'processing'
}

/** One kind of card reader. Nothing here throws: errors are values, and every method ends by its own deadline. */
export type CardTerminal = {
  readonly driver: ReaderDriver
  /** Why this reader cannot be used on this workstation; null when it can. */
  readonly unavailable: string | null
  discover(locationID: LocationID): Promise<TerminalReply<readonly Reader[]>>
  /**
   * Connects a reader to this workstation, after a fresh discovery; `busy` when another workstation has it
   * (`fail_if_in_use`).
   */
  connect(locationID: LocationID, readerID: string): Promise<TerminalReply<Reader>>
  disconnect(): Promise<void>
  /** Checks that the connected reader answers. */
  test(): Promise<TerminalReply<Reader>>
  status(): TerminalStatus
  /**
   * Collects a card and calls `onProcessing` once the card was presented. Runs one request at a time: a second one ends
   * as `not-started` with `busy`. A repeated request for the same attempt gets the same answer and makes no second
   * charge.
   */
  collect(request: CollectRequest, onProcessing: () => void): Promise<CollectOutcome>
  /**
   * Asks the reader to stop. Returns false when there is nothing to stop or when it is too late; {@link collect}
   * returns the result.
   */
  cancel(attemptID: AttemptID): Promise<boolean>
  inquire(attemptID: AttemptID): Promise<InquiryOutcome>
  /** Calls `listener` on every change of {@link status} until the caller calls the returned function. */
  onChange(listener: (status: TerminalStatus) => void): () => void
  close(): Promise<void>
}

/**
 * The processor's functions that a driver needs. The app provides them, because a driver may not import the back-office
 * client.
 */
export type ProcessorLink = {
  /** Returns a fresh connection token for a location. It is never stored. */
  connectionToken(
    locationID: LocationID,
  ): Promise<TerminalReply<{ readonly location: string; readonly secret: string }>>
  /** Simulated processor only: presents a test payment method to an intent. */
  confirmSimulated(
    clientSecret: string,
    paymentMethod: string,
  ): Promise<
    | {
        readonly ok: true
        readonly value: {
          readonly id: string
          readonly status: string
          readonly error: {
            readonly code: string
            readonly declineCode: string | null
            readonly message: string
          } | null
        }
      }
    | { readonly ok: false; readonly isOutcomeUnknown: boolean; readonly reason: string }
  >
}
