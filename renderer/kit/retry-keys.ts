import { useState } from 'react'
import { mayBeDone } from '#contract/failures.ts'
import type { Reply } from '#contract/reply.ts'

/**
 * Makes a call under an idempotency key; each name has its own key. After a lost answer the next call of that name uses
 * the same key, so that the request is carried out only once.
 */
export type RetryKeys = <Value>(
  name: string,
  call: (idempotencyKey: string) => Promise<Reply<Value>>,
) => Promise<Reply<Value>>

export const createRetryKeys = (newKey: () => string): RetryKeys => {
  const keys = new Map<string, string>()
  return async (name, call) => {
    const kept = keys.get(name)
    const key = kept ?? newKey()
    keys.set(name, key)
    const reply = await call(key)
    if (reply.ok || !mayBeDone('bridge', kept !== undefined, reply.failure)) keys.delete(name)
    return reply
  }
}

/** Returns the keys of one component, for as long as it is mounted. */
export const useRetryKeys = (): RetryKeys => useState(() => createRetryKeys(() => crypto.randomUUID()))[0]
