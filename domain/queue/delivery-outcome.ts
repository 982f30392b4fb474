import type { JobProgress } from './job.ts'

/** The outcome of an attempt, or of a status check of an earlier attempt. */
export type DeliveryOutcome =
  | { readonly kind: 'delivered' }
  /** The far side (carrier, mail server, spooler) has accepted it. The deliverer's `watch` returns its later status. */
  | { readonly kind: 'handed-over'; readonly receipt: string }
  /**
   * Nothing has left; the queue may try again. `afterMs` is the minimum pause, if the far side requires one.
   * `isOutOfReach`: the back office did not answer, so this attempt does not count. The job continues as soon as the
   * back office is reachable.
   */
  | { readonly kind: 'retry'; readonly reason: string; readonly afterMs?: number; readonly isOutOfReach?: boolean }
  /** Nothing has left, and an automatic retry would not help. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** It may have left. The queue never sends it again by itself. */
  | { readonly kind: 'uncertain'; readonly reason: string }

/** The status check found no final outcome, or could not ask for one. The queue checks again later. */
export type StillOpen = {
  readonly kind: 'still'
  readonly reason: string | null
  readonly progress: JobProgress | null
}
