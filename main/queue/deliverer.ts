import type { DeliveryOutcome, StillOpen } from '#domain/queue/delivery-outcome.ts'
import type { JobKind, JobProgress, JobResolution } from '#domain/queue/job.ts'

export type { DeliveryOutcome, StillOpen }

/**
 * One job as its deliverer receives it: `payload` is stored with the job; `content` has the job's bytes, if it has any.
 */
export type ClaimedJob = {
  readonly jobID: string
  readonly kind: JobKind
  /** The stored JSON, parsed; null when it was removed or is damaged. The deliverer checks its fields. */
  readonly payload: unknown
  readonly content: Uint8Array | null
  /** 1 for the first attempt. Deliverers use it in their idempotency keys, so that each attempt has a new key. */
  readonly attempt: number
  /** The receiver's own id of the job; null while the receiver has returned none. */
  readonly receipt: string | null
  /** When the job was recorded, in epoch milliseconds: it cannot have been sent earlier. */
  readonly at: number
}

/**
 * The abort reason of a send that staff cancelled. Any other reason means that Atrium is stopping, which ends no job.
 */
export const cancelAsked = 'cancel-asked'

/**
 * The functions that carry out one kind of job. None of these functions should throw: a send that throws counts as
 * uncertain.
 */
export type Deliverer = {
  /** Sends the job. The queue records it as `sending` first. */
  send(job: ClaimedJob, onProgress: (progress: JobProgress) => void, signal: AbortSignal): Promise<DeliveryOutcome>
  /**
   * Finds the result of a job that was `sending` when Atrium stopped, without sending anything. `still`: the result
   * cannot be read now; the job stays `sending` and the queue asks again.
   */
  reconcile(job: ClaimedJob): Promise<DeliveryOutcome | StillOpen>
  /** Reads the state of a job that was handed over. */
  watch(job: ClaimedJob): Promise<DeliveryOutcome | StillOpen>
  /** Cancels a job at the receiver, either after the job was handed over or before its send has begun. */
  cancel(
    job: ClaimedJob,
  ): Promise<{ readonly kind: 'cancelled' } | { readonly kind: 'too-late'; readonly reason: string }>
  /** Passes on what staff have found out about an uncertain job; `send-again` allows the next attempt. */
  settle(job: ClaimedJob, settlement: JobResolution): Promise<DeliveryOutcome>
  /** Milliseconds without a change after which a job of this kind is stuck. */
  readonly stuckAfterMs: number
}
