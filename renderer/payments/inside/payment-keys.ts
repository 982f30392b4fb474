import { isNotSent } from '#contract/failures.ts'
import type { Reply } from '#contract/reply.ts'
import { isCommitUnknown, isSameRequest } from './payment-failures.ts'
import { type CommitName, type FormName, formNames } from './payment-forms.ts'

/** Milliseconds after the end of a commit in which a press still belongs to that commit. */
const doubleClickMs = 700

/** Returns the form of a commit; undefined for a commit without one. */
export const formOf = (name: CommitName): FormName | undefined => formNames.find((each) => each === name)

/**
 * The idempotency keys of a payment panel, one for each commit. A key lasts from the first try of its commit until the
 * commit succeeds or is certainly refused.
 */
export type PaymentKeys = {
  readonly keyOf: (name: CommitName) => string
  /** The keys of forms that were sent and have no definite answer yet. */
  readonly sentKeys: () => { readonly [Name in FormName]?: string }
  /** Adopts the key of a form that was sent before the panel was opened. */
  readonly adopt: (name: FormName, key: string) => void
  /** Marks the commit as sent. */
  readonly begin: (name: CommitName) => void
  /**
   * Records the reply to a commit. Returns true if the result is unknown. The key stays if the result is unknown, and
   * after a refusal for which {@link isSameRequest} returns true.
   */
  readonly note: (name: CommitName, reply: Reply<unknown>) => boolean
  /** Whether the commit ended a moment ago: a press now is the second half of a double click. */
  readonly isJustDone: (name: CommitName) => boolean
}

export const createPaymentKeys = (newKey: () => string): PaymentKeys => {
  const keys = new Map<CommitName, string>()
  const sent = new Set<FormName>()
  /** Commits that an earlier try under the same key may have completed. */
  const unknown = new Set<CommitName>()
  /** When each commit ended, on the monotonic clock. */
  const endedAt = new Map<CommitName, number>()
  const keyOf = (name: CommitName): string => {
    const key = keys.get(name) ?? newKey()
    keys.set(name, key)
    return key
  }
  return {
    keyOf,
    sentKeys: () => Object.fromEntries([...sent].map((name) => [name, keyOf(name)])),
    adopt: (name, key) => {
      keys.set(name, key)
      sent.add(name)
      unknown.add(name)
    },
    begin: (name) => {
      const form = formOf(name)
      if (form !== undefined) sent.add(form)
    },
    note: (name, reply) => {
      endedAt.set(name, performance.now())
      // A later try that was not sent leaves the result of the first try unknown.
      const isUnknown =
        !reply.ok && (isCommitUnknown(name, reply.failure) || (unknown.has(name) && isNotSent('bridge', reply.failure)))
      if (isUnknown) {
        unknown.add(name)
        return true
      }
      unknown.delete(name)
      const form = formOf(name)
      if (form !== undefined) sent.delete(form)
      if (reply.ok || !isSameRequest(name, reply.failure)) keys.delete(name)
      return false
    },
    isJustDone: (name) => performance.now() - (endedAt.get(name) ?? Number.NEGATIVE_INFINITY) < doubleClickMs,
  }
}
