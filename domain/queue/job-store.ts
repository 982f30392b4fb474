import type { JobChange } from './decide-job.ts'
import type { JobKind, JobState } from './job.ts'
import type { NewJob, StoredJob } from './stored-job.ts'

/** `send`: the job waits to be sent. `follow-up`: the job was started earlier or handed over, and must be checked. */
export type JobPhase = 'send' | 'follow-up'

export type JobTimes = {
  /** The wall clock, for times that are shown. */
  readonly nowMs: number
  /** The queue's monotonic clock, for due times: undo hold, backoff and follow-up checks. */
  readonly steadyMs: number
}

/**
 * The storage of jobs. When a call, or the `commit` around it, returns, its changes are on disk. If they cannot be
 * written, the call throws and nothing has changed.
 */
export type JobStore = {
  /** Runs several calls as one: either all their changes are on disk afterwards, or none. */
  commit<Value>(work: () => Value): Value
  /** Stores a new job, due after its `holdMs`. Returns false if the id of the new job is already known. */
  add(job: NewJob, times: JobTimes): boolean
  /** Returns a job until the job is swept, even if the job was removed from the list. */
  read(jobID: string): StoredJob | null
  content(jobID: string): Uint8Array | null
  /** Returns, among the jobs of this kind, the job that is due first. Skips the jobs in `except`. */
  nextDue(kind: JobKind, phase: JobPhase, except: readonly string[]): StoredJob | null
  change(jobID: string, change: JobChange, times: JobTimes): void
  /**
   * Removes a job from the list. Its id stays known until the job is swept. If the job was undone, its payload stays
   * until the undo is reported to the back office.
   */
  dismiss(jobID: string): void
  /**
   * Returns cancelled jobs that still have a payload, even if they were removed from the list: their undo is not yet
   * reported to the back office.
   */
  undone(): readonly StoredJob[]
  /** Removes a job's payload and bytes. */
  forget(jobID: string): void
  /**
   * Returns the jobs for lists, newest first: up to `most` that are under way or need attention, and up to `most` that
   * have ended.
   */
  list(most: number): readonly StoredJob[]
  /** Returns whether any job is being sent. */
  hasSending(): boolean
  /**
   * Counts the jobs in each state, and the stuck jobs: jobs under way that have not changed since `before`. A queued
   * job of a paused kind is not stuck.
   */
  counts(
    before: Readonly<Record<JobKind, number>>,
    times: JobTimes,
  ): {
    readonly states: Readonly<Partial<Record<JobState, number>>>
    readonly stuck: number
  }
  paused(): readonly JobKind[]
  setPaused(kind: JobKind, isPaused: boolean): void
  /**
   * At startup: jobs that were being sent or were handed over become due for a check. No job is due later than
   * `steadyMs + aheadMs`, whatever the clock showed when the job was stored.
   */
  resume(steadyMs: number, aheadMs: number): void
  /** Makes jobs that wait for the back office due now. Returns false if there were none. */
  wake(steadyMs: number): boolean
  /**
   * Removes jobs that were delivered, cancelled or dismissed before `endedBefore`. Failed jobs, and undone jobs whose
   * undo could not be reported, are removed once they are `failedMs` older than the newest change of any job. So
   * neither a clock that jumps ahead nor a workstation that was off for weeks removes unseen jobs. Uncertain jobs stay
   * until staff resolve them.
   */
  sweep(endedBefore: number, failedMs: number): void
}
