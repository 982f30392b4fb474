import type { JobProgress } from './job.ts'

/** How an attempt, or the look at an earlier one, came out. */
export type DeliveryOutcome =
  | { readonly kind: 'delivered' }
  /** The far side has it; `watch` finds out the rest. */
  | { readonly kind: 'handed-over'; readonly receipt: string }
  /**
   * Nothing has left; it may be tried again. `afterMs`: not sooner, where the far side said so. `isOutOfReach`: the back
   * office could not be asked, so that this was no attempt; it goes on as soon as the back office is there again.
   */
  | { readonly kind: 'retry'; readonly reason: string; readonly afterMs?: number; readonly isOutOfReach?: boolean }
  /** Nothing has left and trying again by itself would not help. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** It may have left. Never sent again by itself. */
  | { readonly kind: 'uncertain'; readonly reason: string }

/** The look at an earlier attempt found no end of it, or nobody who could say; it is looked at again later. */
export type StillOpen = {
  readonly kind: 'still'
  readonly reason: string | null
  readonly progress: JobProgress | null
}
