import { mayBeDone } from '#contract/failures.ts'
import type { Reply } from '#contract/reply.ts'

/** The idempotency key of a repeated request; replaced once the last call has a known result. */
type RetryKey = {
  readonly current: () => string
  /**
   * Records the result of the call under the current key. Returns true if it is unknown whether the call succeeded: the
   * key then stays.
   */
  readonly note: (reply: Reply<unknown>) => boolean
}

export const createRetryKey = (newKey: () => string): RetryKey => {
  let key = newKey()
  let isOpen = false
  return {
    current: () => key,
    note: (reply) => {
      isOpen = !reply.ok && mayBeDone('bridge', isOpen, reply.failure)
      if (!isOpen) key = newKey()
      return isOpen
    },
  }
}
