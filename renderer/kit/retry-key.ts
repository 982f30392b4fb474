import { mayBeDone } from '#contract/failures.ts'
import type { Reply } from '#contract/reply.ts'

/** The idempotency key of a request. Retries keep it while it is unknown whether an earlier try was carried out. */
type RetryKey = {
  readonly current: () => string
  /**
   * Records the result of a try under the current key. Returns true, and keeps the key, while it is unknown whether
   * this try or an earlier one was carried out.
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
