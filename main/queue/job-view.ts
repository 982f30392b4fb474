import type { Job, JobKind, JobProgress } from '#domain/queue/job.ts'
import { isStuck } from '#domain/queue/jobs-summary.ts'
import type { JobDisplay, StoredJob } from '#domain/queue/stored-job.ts'
import { handOverInMs } from '#domain/queue/undo-send.ts'
import { toInstant } from '#domain/values/instant.ts'

/** A job as the queue returns it to services: with its author, who may see its member at any location. */
export type QueuedJob = Omit<Job, 'isOwn'> & Pick<JobDisplay, 'author'>

type ViewParts = {
  readonly nowMs: number
  /** The current time of the queue's steady clock. The stored `dueAt` is a time of the same clock. */
  readonly steadyMs: number
  readonly paused: readonly JobKind[]
  readonly stuckAfterMs: number
  /** Progress of a running send, from its deliverer; it is not stored. */
  readonly progress: JobProgress | null
}

export const toQueuedJob = (stored: StoredJob, parts: ViewParts): QueuedJob => {
  const { jobID, kind, state, title, member, studyID, locationID, recipient, by, author, reason, attempts } = stored
  const { nowMs, steadyMs, paused, stuckAfterMs, progress } = parts
  const dueAt = stored.dueAt === null ? null : stored.dueAt - steadyMs + nowMs
  const isPaused = paused.includes(kind)
  const isWaitingForNext = state === 'queued' && attempts > 0 && dueAt !== null
  return {
    jobID,
    kind,
    state,
    title,
    member,
    studyID,
    locationID,
    recipient,
    by,
    author,
    at: toInstant(stored.at),
    changedAt: toInstant(stored.changedAt),
    attempts,
    nextAttemptAt: isWaitingForNext ? toInstant(dueAt) : null,
    handOverInMs: isPaused ? null : handOverInMs(stored, steadyMs),
    progress: progress ?? stored.progress,
    reason,
    isStuck: isStuck({ state, changedAt: stored.changedAt, dueAt }, { stuckAfterMs, isPaused, nowMs }),
  }
}
