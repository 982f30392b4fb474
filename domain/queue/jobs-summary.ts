import type { JobKind, JobState, JobsSummary } from './job.ts'

const openJobStates = ['queued', 'sending', 'handed-over'] as const satisfies readonly JobState[]

/** Returns whether the job is still to be sent or confirmed. */
export const isOpenJob = (state: JobState): boolean => (openJobStates as readonly JobState[]).includes(state)

/**
 * Returns whether a job has not moved for longer than its kind should take. Times are epoch milliseconds; `dueAt` is by
 * the same clock as `nowMs`. A queued job is not stuck while it waits for its next attempt or while its kind is paused.
 */
export const isStuck = (
  job: { readonly state: JobState; readonly changedAt: number; readonly dueAt: number | null },
  {
    stuckAfterMs,
    isPaused,
    nowMs,
  }: { readonly stuckAfterMs: number; readonly isPaused: boolean; readonly nowMs: number },
): boolean => {
  if (!isOpenJob(job.state)) return false
  if (job.state !== 'queued') return nowMs - job.changedAt > stuckAfterMs
  return !isPaused && nowMs - Math.max(job.changedAt, job.dueAt ?? 0) > stuckAfterMs
}

/** Returns the counts for the footer from the number of jobs in each state. */
export const jobsSummary = (states: Readonly<Partial<Record<JobState, number>>>, stuck: number): JobsSummary => ({
  underWay: openJobStates.reduce((sum, state) => sum + (states[state] ?? 0), 0),
  needAttention: (states.failed ?? 0) + (states.uncertain ?? 0) + stuck,
})

/**
 * The number of jobs of each kind that run at the same time. Printing has two, so that a slow printer does not delay
 * all other print jobs.
 */
export const lanesOf = { fax: 1, email: 1, cd: 1, usb: 1, message: 1, print: 2 } as const satisfies Record<
  JobKind,
  number
>
