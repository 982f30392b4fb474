import type { FailureDetails } from '#contract/reply.ts'
import type { RefusalCode } from './status-of-code.ts'

/**
 * Thrown by an operation to refuse a call: a code, one sentence for the front desk, and the details to act on. The
 * operation's writes in its transaction are rolled back. {@link statusOf} returns the HTTP status of the code. Any
 * other throw is a bug, answered as `unexpected`.
 */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly details: FailureDetails | undefined

  constructor(code: RefusalCode, message: string, details?: FailureDetails) {
    // A refusal is not a bug and needs no stack trace, which would be most of its cost.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(message)
    Error.stackTraceLimit = stackTraceLimit
    this.name = 'Refusal'
    this.code = code
    this.details = details
  }
}
