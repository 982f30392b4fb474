import { useState } from 'react'
import type { Reply } from '#domain/contract/reply.ts'
import { isOutcomeUnknown } from './booking-failures.ts'

/** Makes a call under a key of its name's own; after an answer that was lost the same key is used again, so that it acts once. */
export type OnceKeys = <Value>(
  name: string,
  call: (idempotencyKey: string) => Promise<Reply<Value>>,
) => Promise<Reply<Value>>

export const createOnceKeys = (newKey: () => string): OnceKeys => {
  const keys = new Map<string, string>()
  return async (name, call) => {
    const key = keys.get(name) ?? newKey()
    keys.set(name, key)
    const reply = await call(key)
    if (reply.ok || !isOutcomeUnknown(reply.failure)) keys.delete(name)
    return reply
  }
}

/** The keys of one part of a page, for as long as it stands. */
export const useOnceKeys = (): OnceKeys => useState(() => createOnceKeys(() => crypto.randomUUID()))[0]
