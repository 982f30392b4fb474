import { type JobKind, type JobsSummary, jobKinds } from '#domain/queue/job.ts'
import type { JobStore, JobTimes } from '#domain/queue/job-store.ts'
import { jobsSummary } from '#domain/queue/jobs-summary.ts'
import type { StoredJob } from '#domain/queue/stored-job.ts'
import type { Deliverer } from './deliverer.ts'
import type { JobCalls } from './job-calls.ts'
import { type QueuedJob, toQueuedJob } from './job-view.ts'

/**
 * Maximum number of listed jobs, more than a screen needs. It applies twice: to the jobs that are under way or need
 * attention, and to those that have ended.
 */
const maxListed = 500

/** The jobs as the list and its summary show them. */
type JobList = {
  view(stored: StoredJob): QueuedJob
  /** Newest first. */
  all(): readonly QueuedJob[]
  summary(): JobsSummary
}

export const createJobList = (parts: {
  readonly store: JobStore
  readonly deliverers: Readonly<Record<JobKind, Deliverer>>
  readonly calls: JobCalls
  times(): JobTimes
}): JobList => {
  const { store, deliverers, calls, times } = parts

  const toView = (stored: StoredJob, paused: readonly JobKind[]): QueuedJob =>
    toQueuedJob(stored, {
      ...times(),
      paused,
      stuckAfterMs: deliverers[stored.kind].stuckAfterMs,
      progress: calls.progress(stored.jobID),
    })

  return {
    view: (stored) => toView(stored, store.paused()),
    all: () => {
      const paused = store.paused()
      return store.list(maxListed).map((job) => toView(job, paused))
    },
    summary: () => {
      const now = times()
      const stuckBefore = Object.fromEntries(
        jobKinds.map((kind) => [kind, now.nowMs - deliverers[kind].stuckAfterMs]),
      ) as Record<JobKind, number>
      const { states, stuck } = store.counts(stuckBefore, now)
      return jobsSummary(states, stuck)
    },
  }
}
