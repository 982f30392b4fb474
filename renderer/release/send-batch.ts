import type { Failure } from '#contract/reply.ts'
import type { Delivery } from '#domain/release/delivery.ts'
import type { PlanPartState } from '#domain/release/send-plan.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { isSpent, type SendInput } from './sends-store.ts'

/** One document to one recipient by one channel, with its own idempotency key. */
export type BatchPart = {
  readonly key: string
  readonly input: SendInput
  readonly idempotencyKey: string
  /** When the key was made, epoch milliseconds. */
  readonly keyAt: number
  /** The document, the recipient and the address, in words. */
  readonly words: { readonly title: string; readonly to: string }
  readonly state: PlanPartState
  /** Why the part failed or its result is unknown; null otherwise. */
  readonly failure: Failure | null
  readonly delivery: Delivery | null
}

/** The sends that one confirmation started. */
export type SendBatch = {
  readonly studyID: StudyID
  /** The member: full name and birth date. */
  readonly who: string
  readonly parts: readonly BatchPart[]
  readonly isBusy: boolean
  /** Whether an earlier session of the user started the batch, and the user has not tried it again since then. */
  readonly isEarlier: boolean
}

/**
 * Returns whether the part can be tried again. A part with an unknown result cannot if another send has used its key.
 */
export const isRepeatable = ({ state, failure }: BatchPart): boolean =>
  state === 'failed' || (state === 'unknown' && !isSpent({ failure }))
