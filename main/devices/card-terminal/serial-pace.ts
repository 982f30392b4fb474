import { type EcrTiming, fieldTiming } from './ecr-session.ts'

/** How long the register waits, in milliseconds. */
export type SerialPace = {
  readonly line: EcrTiming
  /** Between two questions how a payment goes. */
  readonly pollMs: number
  /** From a question the pad took to its answer. */
  readonly answerMs: number
  /** Between two signs of life while nothing is asked. */
  readonly heartbeatMs: number
  /** Between two looks for a pad that is gone. */
  readonly searchMs: number
  /** For a whole payment, far beyond the 60 seconds after which a desk asks to cancel. */
  readonly collectMs: number
  /** For the process that owns the port to answer anything; longer than the line's deadlines can take together. */
  readonly processMs: number
}

/** What a pad of the field is given (ecr-protocol.md). */
export const fieldPace: SerialPace = {
  line: fieldTiming,
  pollMs: 2_000,
  answerMs: 6_000,
  heartbeatMs: 5_000,
  searchMs: 1_500,
  collectMs: 180_000,
  processMs: 90_000,
}
