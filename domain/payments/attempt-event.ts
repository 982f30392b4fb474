import type { Instant } from '../values/instant.ts'
import type { AttemptFailure } from './attempt-failure.ts'
import type { AttemptState, TerminalResult } from './payment-attempt.ts'
import type { ReaderAnswer, ReaderMemory } from './reader-answer.ts'
import type { TransactionID } from './transaction.ts'

/** What the back office says of an attempt, after it has asked the processor. */
export type Standing = {
  readonly state: AttemptState
  readonly intentID: string | null
  readonly failure: AttemptFailure | null
  readonly transactionID: TransactionID | null
}

/** What can happen to an attempt. */
export type AttemptEvent =
  /** It is on disk. */
  | { readonly kind: 'begin' }
  /** The back office has it, and the processor its intent; `intentID` is empty where there is none. */
  | { readonly kind: 'registered'; readonly intentID: string; readonly at: Instant }
  /** The back office was heard to refuse it, and no earlier request can still be on its way. */
  | { readonly kind: 'register-refused'; readonly failure: AttemptFailure; readonly at: Instant }
  /** It may have been registered, or may still be. */
  | { readonly kind: 'register-unknown'; readonly failure: AttemptFailure }
  | { readonly kind: 'card-presented' }
  | { readonly kind: 'reader-answered'; readonly answer: ReaderAnswer }
  /** What the pad remembers, asked afterwards. */
  | { readonly kind: 'terminal-said'; readonly memory: ReaderMemory }
  /** It had its time. */
  | { readonly kind: 'deadline' }
  | { readonly kind: 'cancel-asked' }
  /** The processor was asked to cancel; whatever it said, how it stands is to be read. */
  | { readonly kind: 'cancel-answered' }
  | { readonly kind: 'standing'; readonly standing: Standing; readonly at: Instant }
  /** The back office could not be asked, or could not say. */
  | { readonly kind: 'standing-unreachable' }
  /** Time to ask again, or somebody wants to know. */
  | { readonly kind: 'retry-due' }
  /** It is found in the journal, and nobody collects it any more. */
  | { readonly kind: 'restart' }

/** What is to be done, once the new state is on disk. */
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
  /** A pad took money that the back office will not record: a person has to look. */
  | { readonly kind: 'report-unrecorded' }
