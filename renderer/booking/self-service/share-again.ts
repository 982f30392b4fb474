import { meaningOf } from '#contract/failures.ts'
import type { Failure } from '#contract/reply.ts'

/**
 * Returns whether sharing is retried after a failure. A retry is useless if the study was cancelled or scanned, or if
 * the member's session has expired.
 */
export const shouldRetrySharing = (failure: Failure): boolean =>
  meaningOf('bridge', failure) !== 'refused' && failure.code !== 'signed-out'
