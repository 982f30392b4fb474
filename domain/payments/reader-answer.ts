/** The result of asking a reader for a card. main/devices/card-terminal has the drivers' own results. */
export type ReaderAnswer =
  | {
      readonly outcome: 'approved'
      readonly referenceID: string
      readonly card: { readonly cardType: string | null; readonly cardLastFour: string | null }
    }
  | { readonly outcome: 'declined'; readonly step: 'payment-method' | 'process'; readonly reason: string }
  | { readonly outcome: 'cancelled' }
  /** The connection to the reader broke, or the reader did not answer in time. The money may have moved. */
  | { readonly outcome: 'unknown'; readonly reason: string }
  /** It is certain that no card was requested. */
  | {
      readonly outcome: 'not-started'
      readonly failure: {
        readonly code: 'not-found' | 'not-connected' | 'busy' | 'unavailable'
        readonly reason: string
      }
    }

/** The reader's own memory of an attempt, read later. */
export type ReaderMemory =
  | Exclude<ReaderAnswer, { readonly outcome: 'unknown' } | { readonly outcome: 'not-started' }>
  | { readonly outcome: 'not-found' }
  | { readonly outcome: 'in-progress' }
  | { readonly outcome: 'cannot-say'; readonly reason: string }
