import type { JobKind } from './job.ts'

const firstMs = 5000
const leastMs = 1000
/** Nothing waits longer than this for its next attempt. */
export const longestBackOffMs = 15 * 60_000

/** Attempts in a row that may come to nothing before a job has failed. */
export const mostAttempts = { fax: 6, email: 6, cd: 1, usb: 1, message: 6, print: 5 } as const satisfies Record<
  JobKind,
  number
>

/**
 * Milliseconds until the attempt after number `attempt` (1 for the first): up to 5 s, 10 s, 20 s ... 15 min, anywhere in
 * between by `chance` (0 to 1), so that workstations which lost the same line do not all come back at once.
 */
export const backOff = (attempt: number, chance: number): number => {
  const ceiling = Math.min(longestBackOffMs, firstMs * 2 ** Math.max(0, Math.min(attempt, 40) - 1))
  return Math.round(leastMs + chance * (ceiling - leastMs))
}

const firstLookMs = 2000
const longestLookMs = 60_000

/** Milliseconds until one that was handed over is looked at again, by how long it has not changed: from 2 s to 60 s. */
export const lookAgainAfter = (unchangedMs: number): number =>
  Math.min(longestLookMs, Math.max(firstLookMs, Math.round(unchangedMs / 4)))
