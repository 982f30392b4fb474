import type { JobState } from './job.ts'

/** How long a send waits before it is handed over, so that it can be undone (decisions §6 Undo of a send). */
export const undoMs = 10_000

/** Whether no attempt has begun: nothing of the job can have left this workstation. */
export const isUntried = ({ state, attempts }: { readonly state: JobState; readonly attempts: number }): boolean =>
  state === 'queued' && attempts === 0

/**
 * Milliseconds until a job is handed over, while it can still be undone; null from then on. `dueAt` and `nowMs` by the same
 * clock. A hold is never longer than {@link undoMs}, whatever the clock did while Atrium was closed.
 */
export const handOverInMs = (
  job: { readonly state: JobState; readonly attempts: number; readonly dueAt: number | null },
  nowMs: number,
): number | null => {
  if (!isUntried(job) || job.dueAt === null || job.dueAt <= nowMs) return null
  return Math.min(job.dueAt - nowMs, undoMs)
}
