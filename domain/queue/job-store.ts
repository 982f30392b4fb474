import type { JobChange } from './decide-job.ts'
import type { JobKind, JobState } from './job.ts'
import type { NewJob, StoredJob } from './stored-job.ts'

/** `send`: waiting to be sent. `follow-up`: begun earlier or handed over, to be looked at. */
export type JobTurn = 'send' | 'follow-up'

export type JobTimes = {
  /** The wall clock, for what is shown. */
  readonly nowMs: number
  /** The queue's steady clock, for what is waited for. */
  readonly steadyMs: number
}

/**
 * Where jobs are written down. What a call has written is on disk when the call, or the `commit` around it, returns; where it
 * cannot be written the call throws and nothing has changed.
 */
export type JobStore = {
  /** Runs several calls as one: all of it is on disk afterwards, or nothing. */
  commit<Value>(work: () => Value): Value
  /** Writes a new job down, due after its `holdMs`. False when its id is known. */
  add(job: NewJob, times: JobTimes): boolean
  /** Also one that was taken off the list, until it is swept. */
  read(jobID: string): StoredJob | null
  content(jobID: string): Uint8Array | null
  /** The job of a kind that is due first, but for those in `except`. */
  nextDue(kind: JobKind, turn: JobTurn, except: readonly string[]): StoredJob | null
  change(jobID: string, change: JobChange, times: JobTimes): void
  /** Takes one off the list; its id stays known until it is swept, its payload until an undo of it is reported. */
  dismiss(jobID: string): void
  /** Cancelled jobs with a payload, on the list or off it: the back office does not know yet that they were undone. */
  undone(): readonly StoredJob[]
  /** Removes a job's payload and bytes. */
  forget(jobID: string): void
  /** What lists show: up to `most` of those that are under way or need attention, and of those that have ended; newest first. */
  list(most: number): readonly StoredJob[]
  /** How many there are in each state, and how many of those under way have not changed since `before`, paused kinds apart. */
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
   * At the start: what was being sent is due to be looked at, and nothing is due later than `steadyMs + aheadMs`, whatever
   * the clock showed when it was written.
   */
  resume(steadyMs: number, aheadMs: number): void
  /** What waits for the back office is due now. False where nothing did. */
  wake(steadyMs: number): boolean
  /**
   * Removes jobs that arrived, were cancelled or were dismissed before `endedBefore`. Failed jobs, and undone ones that could
   * not be reported, go `failedMs` before the newest change of any job, so that neither a clock that jumps ahead nor a desk
   * that was closed for weeks removes what was never seen. Uncertain jobs stay until staff settle them.
   */
  sweep(endedBefore: number, failedMs: number): void
}
