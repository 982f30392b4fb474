import { z } from 'zod'
import { type Instant, toEpochMs } from '../values/instant.ts'
import { instantSchema } from '../values/time-schemas.ts'

/** The last run of the command that makes a backup, or of a restore drill. */
export const lastRunSchema = z.object({
  at: instantSchema,
  /** The code of the problem; null after a success. */
  problem: z.string().nullable(),
  /** The time of the last success; null if there was none. */
  succeededAt: instantSchema.nullable(),
})
export type LastRun = z.infer<typeof lastRunSchema>

const hourMs = 3_600_000

/**
 * The maximum age of the last success: a day for a backup and a week for a drill, plus a margin, so that a run that is
 * a little late does not count as missing.
 */
const maxAge = { backup: 26 * hourMs, drill: 8 * 24 * hourMs } as const
export type RunKind = keyof typeof maxAge

/** Returns whether a backup or a drill is missing: it never succeeded, the last one failed, or it is too old. */
export const isRunMissing = (kind: RunKind, last: LastRun | null, now: Instant): boolean =>
  last === null ||
  last.problem !== null ||
  last.succeededAt === null ||
  toEpochMs(now) - toEpochMs(last.succeededAt) > maxAge[kind]
