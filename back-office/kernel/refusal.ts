import type { FailureDetails } from '#contract/reply.ts'
import type { RefusalCode } from './status-of-code.ts'

/**
 * Thrown by an operation to refuse a call: a code, one sentence a receptionist understands, and what is needed to act on it.
 * Everything the operation wrote in its transaction is rolled back. The HTTP status follows from the code: {@link statusOf}.
 * Any other throw is a bug, answered as `unexpected`.
 */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly details: FailureDetails | undefined

  constructor(code: RefusalCode, message: string, details?: FailureDetails) {
    // A refusal is no bug, so its stack trace is not needed; making it is most of the cost of a refusal.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(message)
    Error.stackTraceLimit = stackTraceLimit
    this.name = 'Refusal'
    this.code = code
    this.details = details
  }
}
