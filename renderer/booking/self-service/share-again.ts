import { meaningOf } from '#contract/failures.ts'
import type { Failure } from '#contract/reply.ts'

/**
 * Returns whether sharing is retried after a failure. A cancelled or scanned study refuses the answers, and an expired
 * member session does not return by itself.
 */
export const shouldRetrySharing = (failure: Failure): boolean =>
  meaningOf('bridge', failure) !== 'refused' && failure.code !== 'signed-out'
