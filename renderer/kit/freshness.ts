import type { Failure } from '#contract/reply.ts'
import { type Instant, minutesBetween } from '#domain/values/instant.ts'

type Reading = {
  readonly source: 'cache' | 'back-office'
  readonly asOf: Instant
  readonly failure: Failure | null
  readonly isOnline: boolean
  readonly now: Instant
}

/** Minutes after which the workstation's cache is read again; this read does not call the back office. */
const rereadAfterMinutes = 2
/** Minutes by which the cache may be behind a reachable back office before it counts as old. */
const oldAfterMinutes = 5

/**
 * Returns whether the shown data must be marked as old. The cache is updated while the back office is reachable, so it
 * is old only offline, after a failed read, or after minutes without an update.
 */
export const isBehind = ({ source, asOf, failure, isOnline, now }: Reading): boolean =>
  !isOnline || failure !== null || (source === 'cache' && minutesBetween(asOf, now) > oldAfterMinutes)

/** Returns whether to read the cache again, so that the shown age is correct. */
export const shouldReread = ({ source, asOf, isOnline, now }: Omit<Reading, 'failure'>): boolean =>
  isOnline && source === 'cache' && minutesBetween(asOf, now) > rereadAfterMinutes
