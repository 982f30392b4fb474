import type { Reply } from '#contract/reply.ts'

/**
 * Returns a function that waits for the reply to a change, calls `refresh` if the change succeeded, and returns the
 * reply. So the workstation's copy has the change immediately.
 */
export const refreshAfter =
  (refresh: () => Promise<unknown>) =>
  async <Value>(reply: Promise<Reply<Value>>): Promise<Reply<Value>> => {
    const answer = await reply
    if (answer.ok) await refresh()
    return answer
  }
