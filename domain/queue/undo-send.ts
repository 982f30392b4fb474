import type { JobState } from './job.ts'

/** The milliseconds that a send waits before hand-over, so that it can be undone (decisions §6 Undo of a send). */
export const undoMs = 10_000

/** Returns whether no attempt has started. If true, nothing of the job can have left this workstation. */
export const isUntried = ({ state, attempts }: { readonly state: JobState; readonly attempts: number }): boolean =>
  state === 'queued' && attempts === 0

/**
 * Returns the milliseconds until hand-over, while the job can still be undone; null afterwards. `dueAt` and `nowMs` are
 * times of the same clock. The result is at most {@link undoMs}, even if the clock changed while Atrium was closed.
 */
export const handOverInMs = (
  job: { readonly state: JobState; readonly attempts: number; readonly dueAt: number | null },
  nowMs: number,
): number | null => {
  if (!isUntried(job) || job.dueAt === null || job.dueAt <= nowMs) return null
  return Math.min(job.dueAt - nowMs, undoMs)
}
