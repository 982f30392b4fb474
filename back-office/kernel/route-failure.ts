import type { FailureCode, FailureDetails } from '#contract/reply.ts'

/** HTTP statuses a failed call answers with (decisions §3). */
export type FailureStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503

/**
 * Thrown by an operation to refuse a call: status, code, one sentence a receptionist understands, and what is needed to act
 * on it. Everything the operation wrote in its transaction is rolled back. Any other throw is a bug, answered as `unexpected`.
 */
export class RouteFailure extends Error {
  readonly status: FailureStatus
  readonly code: FailureCode
  readonly details: FailureDetails | undefined

  constructor(status: FailureStatus, code: FailureCode, message: string, details?: FailureDetails) {
    // A refusal is no bug, so its stack trace is not needed; making it is most of the cost of a refusal.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(message)
    Error.stackTraceLimit = stackTraceLimit
    this.name = 'RouteFailure'
    this.status = status
    this.code = code
    this.details = details
  }
}
