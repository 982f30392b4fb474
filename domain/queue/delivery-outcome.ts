import type { JobProgress } from './job.ts'

/** The outcome of an attempt, or of a status check of an earlier attempt. */
export type DeliveryOutcome =
  | { readonly kind: 'delivered' }
  /**
   * The far side (carrier, mail server, spooler) has accepted the item. The deliverer's `watch` returns the later
   * status of the item.
   */
  | { readonly kind: 'handed-over'; readonly receipt: string }
  /**
   * Nothing has left this workstation, and the queue can try again. `afterMs` is the minimum pause, if the far side
   * requires one. `isOutOfReach`: the back office did not answer, so this attempt does not count. The job continues as
   * soon as the back office is reachable.
   */
  | { readonly kind: 'retry'; readonly reason: string; readonly afterMs?: number; readonly isOutOfReach?: boolean }
  /** Nothing has left this workstation, and an automatic retry would not help. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** The item may have left this workstation. The queue never sends the item again automatically. */
  | { readonly kind: 'uncertain'; readonly reason: string }

/** The status check found no final outcome, or the far side could not be asked. The queue checks again later. */
export type StillOpen = {
  readonly kind: 'still'
  readonly reason: string | null
  readonly progress: JobProgress | null
}
