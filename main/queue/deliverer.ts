import type { DeliveryOutcome, StillOpen } from '#domain/queue/delivery-outcome.ts'
import type { JobKind, JobProgress, JobResolution } from '#domain/queue/job.ts'

export type { DeliveryOutcome, StillOpen }

/** One job as whoever delivers it sees it: `payload` is what was written down with it, `content` its bytes where it has any. */
export type ClaimedJob = {
  readonly jobID: string
  readonly kind: JobKind
  /** JSON of the deliverer's own making. */
  readonly payload: unknown
  readonly content: Uint8Array | null
  /** 1 for the first. The key of a far side that deduplicates is `${jobID}-${attempt}`. */
  readonly attempt: number
  /** The far side's own name for it, once it has one. */
  readonly receipt: string | null
  /** When it was written down, in epoch milliseconds: it cannot have left before. */
  readonly at: number
}

/** The reason of a send's signal where staff asked for the end of it; any other is that Atrium stops, which ends nothing. */
export const cancelAsked = 'cancel-asked'

/** What one kind of job needs of the world. None of these throws; a throw counts as uncertain once sending has begun. */
export type Deliverer = {
  /** Sends it. Written down as `sending` before it is called. */
  send(job: ClaimedJob, tell: (progress: JobProgress) => void, signal: AbortSignal): Promise<DeliveryOutcome>
  /**
   * Finds out what became of one that was `sending` when Atrium stopped, without sending anything. `still`: whoever knows
   * cannot be asked now; it stays `sending` and is asked for again.
   */
  reconcile(job: ClaimedJob): Promise<DeliveryOutcome | StillOpen>
  /** Looks how one that was handed over stands. */
  watch(job: ClaimedJob): Promise<DeliveryOutcome | StillOpen>
  /** Stops one that was handed over, or has not begun, at the far side. */
  cancel(
    job: ClaimedJob,
  ): Promise<{ readonly kind: 'cancelled' } | { readonly kind: 'too-late'; readonly reason: string }>
  /** What staff found out of an uncertain one is told to the far side; `send-again` lets the next attempt begin. */
  settle(job: ClaimedJob, settlement: JobResolution): Promise<DeliveryOutcome>
  /** After how long without a change a job of this kind is stuck. */
  readonly stuckAfterMs: number
}
