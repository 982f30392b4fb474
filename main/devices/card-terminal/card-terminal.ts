import type { Reader, ReaderDriver } from '#contract/payments/bridge.ts'
import type { AttemptID, TransactionID } from '#domain/payments/transaction.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { Currency, Money } from '#domain/values/money.ts'

/** Why a reader did not do what it was asked; the reason is the driver's own words, without the catalogue's title. */
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

/** What a card is asked for. */
export type CollectRequest = {
  readonly attemptID: AttemptID
  readonly kind: 'payment' | 'refund'
  readonly amount: Money
  readonly currency: Currency
  /** The intent's secret; empty for a pad that needs none. */
  readonly clientSecret: string
  /** For a refund with the card present: the charge it gives back, and the transaction. */
  readonly refund: { readonly chargeID: string; readonly transactionID: TransactionID } | null
}

/**
 * How asking for a card ended, as far as the reader knows. None of these ends an attempt whose money a processor holds: it is
 * asked. `declined` says at which of two steps (booking spec §8): the card was not taken, or taken and not accepted.
 * `unknown`: the reader was lost, or did not answer in time, and the money may have moved. `not-started`: it certainly has not.
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

/** What the reader itself remembers of an attempt. `cannot-say` where only the processor can be asked, or it is out of reach. */
export type InquiryOutcome =
  | Exclude<CollectOutcome, { readonly outcome: 'unknown' } | { readonly outcome: 'not-started' }>
  | { readonly outcome: 'not-found' }
  | { readonly outcome: 'in-progress' }
  | { readonly outcome: 'cannot-say'; readonly reason: string }

export type TerminalStatus = {
  readonly reader: Reader | null
  readonly activity: 'idle' | 'waiting-for-card' | 'processing'
}

/** One kind of card reader. Nothing here throws: errors are values, and every method ends, with a deadline of its own. */
export type CardTerminal = {
  readonly driver: ReaderDriver
  /** Why it cannot be used on this workstation; null where it can. */
  readonly unavailable: string | null
  discover(locationID: LocationID): Promise<TerminalReply<readonly Reader[]>>
  /** Takes a reader for this desk, from a fresh discovery; `busy` where another desk has it (`fail_if_in_use`). */
  connect(locationID: LocationID, readerID: string): Promise<TerminalReply<Reader>>
  disconnect(): Promise<void>
  /** A sign of life from the connected reader. */
  test(): Promise<TerminalReply<Reader>>
  status(): TerminalStatus
  /**
   * Asks for a card; `onProcessing` once it was presented. One at a time: a second is `not-started` with `busy`. The same
   * attempt asked again after its answer was lost gets the same answer, and no second charge.
   */
  collect(request: CollectRequest, onProcessing: () => void): Promise<CollectOutcome>
  /** Asks the reader to stop. False where there was nothing to stop, or it is too late: {@link collect} says how it ended. */
  cancel(attemptID: AttemptID): Promise<boolean>
  inquire(attemptID: AttemptID): Promise<InquiryOutcome>
  /** Listens to every change of {@link status} until the returned function is called. */
  onChange(listener: (status: TerminalStatus) => void): () => void
  close(): Promise<void>
}

/** What a driver needs of the processor, lent by whoever puts it together: gear does not import gear. */
export type ProcessorLink = {
  /** A fresh connection token for a location, never kept. */
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
