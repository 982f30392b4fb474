import type { JobKind } from './job.ts'

const firstMs = 5000
const leastMs = 1000
/** The longest backoff. The pause before an attempt is longer if the far side requires it. */
export const maxBackOffMs = 15 * 60_000

/** The number of counted attempts after which a job has failed. */
export const maxAttempts = { fax: 6, email: 6, cd: 1, usb: 1, message: 6, print: 5 } as const satisfies Record<
  JobKind,
  number
>

/**
 * Returns the milliseconds until the attempt after number `attempt` (1 for the first). The upper limit grows: 5 s, 10
 * s, 20 s ... 15 min. `chance` (0 to 1) selects a point between 1 s and the limit, so that workstations that lost the
 * connection together retry at different times.
 */
export const backOff = (attempt: number, chance: number): number => {
  const ceiling = Math.min(maxBackOffMs, firstMs * 2 ** Math.max(0, Math.min(attempt, 40) - 1))
  return Math.round(leastMs + chance * (ceiling - leastMs))
}

const firstCheckDelayMs = 2000
const maxCheckDelayMs = 60_000

/**
 * Returns the milliseconds until the next status check of a job that was handed over, from 2 s to 60 s. The pause grows
 * with the time since the job's last change.
 */
export const statusCheckDelay = (unchangedMs: number): number =>
  Math.min(maxCheckDelayMs, Math.max(firstCheckDelayMs, Math.round(unchangedMs / 4)))
