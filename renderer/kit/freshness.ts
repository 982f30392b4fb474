import type { Failure } from '#contract/reply.ts'
import { type Instant, minutesBetween } from '#domain/values/instant.ts'

type Reading = {
  readonly source: 'cache' | 'back-office'
  readonly asOf: Instant
  readonly failure: Failure | null
  readonly isOnline: boolean
  readonly now: Instant
}

/** Minutes after which a reading of the workstation's own copy is taken anew; that costs no call. */
const rereadAfterMinutes = 2
/** Minutes a copy may lie behind while the back office answers, before it is called old. */
const oldAfterMinutes = 5

/**
 * Whether what is shown must be marked as old. The workstation's copy follows the back office while it answers, so a copy
 * is old only offline, after a failed reading, or where it has not been brought up to date for minutes.
 */
export const isBehind = ({ source, asOf, failure, isOnline, now }: Reading): boolean =>
  !isOnline || failure !== null || (source === 'cache' && minutesBetween(asOf, now) > oldAfterMinutes)

/** Whether to read the workstation's copy again, so that its age stays true. */
export const shouldReread = ({ source, asOf, isOnline, now }: Omit<Reading, 'failure'>): boolean =>
  isOnline && source === 'cache' && minutesBetween(asOf, now) > rereadAfterMinutes
