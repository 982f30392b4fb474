import type { Instant } from '../values/instant.ts'
import type { AttemptFailure } from './attempt-failure.ts'
import type { AttemptState, TerminalResult } from './payment-attempt.ts'
import type { ReaderAnswer, ReaderMemory } from './reader-answer.ts'
import type { TransactionID } from './transaction.ts'

/** The state of an attempt at the back office, after the back office has asked the processor. */
export type AttemptStatus = {
  readonly state: AttemptState
  readonly intentID: string | null
  readonly failure: AttemptFailure | null
  readonly transactionID: TransactionID | null
}

/** An event that may change a card attempt. */
export type AttemptEvent =
  /** The attempt is on disk. */
  | { readonly kind: 'begin' }
  /** The back office has recorded the attempt. `intentID` is the processor's intent; empty if there is none. */
  | { readonly kind: 'registered'; readonly intentID: string; readonly at: Instant }
  /** The back office has refused the attempt, and no earlier request can still be on its way. */
  | { readonly kind: 'register-refused'; readonly failure: AttemptFailure; readonly at: Instant }
  /** The attempt may have been registered, or a request that registers the attempt may still be on its way. */
  | { readonly kind: 'register-unknown'; readonly failure: AttemptFailure }
  | { readonly kind: 'card-presented' }
  | { readonly kind: 'reader-answered'; readonly answer: ReaderAnswer }
  /** The pad's memory, read after the attempt. */
  | { readonly kind: 'terminal-said'; readonly memory: ReaderMemory }
  /** The time for the card has run out, or the reader was asked to stop and did not answer in time. */
  | { readonly kind: 'deadline' }
  | { readonly kind: 'cancel-asked' }
  /** The processor was asked to cancel. Whatever the processor answered, the workstation must read the state. */
  | { readonly kind: 'cancel-answered' }
  | { readonly kind: 'standing'; readonly standing: AttemptStatus; readonly at: Instant }
  /** The back office could not be reached, or did not know the result. */
  | { readonly kind: 'standing-unreachable' }
  /** The pause before the next check of the result has ended, or the user requests a check now. */
  | { readonly kind: 'retry-due' }
  /** The attempt was begun before the last startup, so this program no longer receives the reader's answer. */
  | { readonly kind: 'restart' }

/** An action of the workstation, done once the new state is on disk. */
export type AttemptEffect =
  | { readonly kind: 'register' }
  | { readonly kind: 'collect' }
  | { readonly kind: 'cancel-reader' }
  | { readonly kind: 'cancel-intent'; readonly intentID: string }
  | { readonly kind: 'settle'; readonly isAbandoned: boolean; readonly terminal: TerminalResult | null }
  | { readonly kind: 'inquire' }
  | { readonly kind: 'arm-deadline'; readonly afterMs: number }
  | { readonly kind: 'disarm-deadline' }
  | { readonly kind: 'retry-later' }
  /** A pad took money that the back office will not record; staff must investigate. */
  | { readonly kind: 'report-unrecorded' }
