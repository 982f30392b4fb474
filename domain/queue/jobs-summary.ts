import type { JobKind, JobState, JobsSummary } from './job.ts'

const openJobStates = ['queued', 'sending', 'handed-over'] as const satisfies readonly JobState[]

/** True for what is still to be sent or confirmed. */
export const isOpenJob = (state: JobState): boolean => (openJobStates as readonly JobState[]).includes(state)

/**
 * Whether a job has not moved for longer than its kind should take. Times in epoch milliseconds; `dueAt` by the same clock as
 * `nowMs`. One that waits for its next attempt, and one whose kind is paused, is where it should be.
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

/** What stands at the foot of every screen, from how many jobs there are in each state. */
export const jobsSummary = (states: Readonly<Partial<Record<JobState, number>>>, stuck: number): JobsSummary => ({
  underWay: openJobStates.reduce((sum, state) => sum + (states[state] ?? 0), 0),
  needAttention: (states.failed ?? 0) + (states.uncertain ?? 0) + stuck,
})

/** One at a time, but for printing: a printer that takes its time does not keep the next one waiting. */
export const lanesOf = { fax: 1, email: 1, cd: 1, usb: 1, message: 1, print: 2 } as const satisfies Record<
  JobKind,
  number
>
