import { mayBeDone } from '#contract/failures.ts'
import type { Reply } from '#contract/reply.ts'

/** The key of one request that is made again and again: a new one as soon as the last one has certainly ended. */
type OnceKey = {
  readonly current: () => string
  /** Takes in how the call under the current key ended. True while it may have been done: the key stays. */
  readonly note: (reply: Reply<unknown>) => boolean
}

export const createOnceKey = (newKey: () => string): OnceKey => {
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
