import { useState } from 'react'
import { mayBeDone } from '#contract/failures.ts'
import type { Reply } from '#contract/reply.ts'

/** Makes a call under a key of its name's own; after an answer that was lost the same key is used again, so that it acts once. */
export type OnceKeys = <Value>(
  name: string,
  call: (idempotencyKey: string) => Promise<Reply<Value>>,
) => Promise<Reply<Value>>

export const createOnceKeys = (newKey: () => string): OnceKeys => {
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

/** The keys of one part of a page, for as long as it stands. */
export const useOnceKeys = (): OnceKeys => useState(() => createOnceKeys(() => crypto.randomUUID()))[0]
