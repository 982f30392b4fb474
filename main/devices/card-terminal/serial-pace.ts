import { type EcrTiming, fieldTiming } from './ecr-session.ts'

/** Waiting times of the register, which is Atrium (ecr-protocol.md), in milliseconds. */
export type SerialPace = {
  readonly line: EcrTiming
  /** Between two polls of a payment. */
  readonly pollMs: number
  /** From the moment when the pad accepts a request to the answer. */
  readonly answerMs: number
  /** Between two heartbeats while nothing else is asked. */
  readonly heartbeatMs: number
  /** Between two searches for a pad that is gone. */
  readonly searchMs: number
  /** For a whole payment, far beyond the 60 seconds after which Atrium asks the pad to stop. */
  readonly collectMs: number
  /** For any reply of the process that owns the port; longer than all deadlines of the line together. */
  readonly processMs: number
}

/** Waiting times for real pads (ecr-protocol.md). */
export const fieldPace: SerialPace = {
  line: fieldTiming,
  pollMs: 2_000,
  answerMs: 6_000,
  heartbeatMs: 5_000,
  searchMs: 1_500,
  collectMs: 180_000,
  processMs: 90_000,
}
