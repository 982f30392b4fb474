import { meaningOf } from '#contract/failures.ts'
import type { Failure } from '#contract/reply.ts'

/**
 * Whether answers that could not be shared with the clinic are shared again after a while. A study that was cancelled or scanned
 * refuses them, and a member's session that is over does not come back by itself.
 */
export const isToShareAgain = (failure: Failure): boolean =>
  meaningOf('bridge', failure) !== 'refused' && failure.code !== 'signed-out'
