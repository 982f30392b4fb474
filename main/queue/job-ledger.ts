import { decideJob, type JobEvent } from '#domain/queue/decide-job.ts'
import type { JobKind } from '#domain/queue/job.ts'
import type { JobStore, JobTimes } from '#domain/queue/job-store.ts'
import { jobMessages } from '#domain/queue/job-words.ts'
import type { StoredJob } from '#domain/queue/stored-job.ts'
import type { Log } from '#runtime/log.ts'
import type { QueueClock } from './queue-clock.ts'

/** Wait in milliseconds after a failed write to the disk. */
export const storeAgainMs = 5000

/** Applies every step of a job: it decides from the state on disk, and writes the result before any effect runs. */
export type JobLedger = {
  /** Returns a job; null once the queue has closed, and for a dismissed job. */
  find(jobID: string): StoredJob | null
  /** Applies an event to the job as it is on disk; returns the reason when the event does not apply, else null. */
  apply(jobID: string, event: JobEvent): string | null
  /** Claims the next due job of a kind, and records it as being sent. */
  claim(kind: JobKind): StoredJob | null
  /**
   * Records a result, retrying while the write fails, and runs `next` in the same commit. Returns null once the queue
   * has closed.
   */
  record<Value>(jobID: string, event: JobEvent, next: () => Value): Promise<Value | null>
  /**
   * Returns cancelled jobs whose undo is not yet reported to the back office. Returns none once the queue has closed,
   * or when the disk cannot be read.
   */
  undone(): readonly StoredJob[]
  /**
   * Removes a job's payload and bytes, unless the queue has closed. If the write fails, the next start removes them.
   */
  forget(jobID: string): void
  /** Logs a failure of the disk. */
  failed(thrown: unknown): void
}

export const createJobLedger = (parts: {
  readonly store: JobStore
  readonly log: Log
  readonly clock: QueueClock
  times(): JobTimes
  /** Returns whether new work may start. */
  isOpen(): boolean
  isClosed(): boolean
  /** Jobs that must not be started. */
  readonly held: ReadonlySet<string>
  onRecorded(): void
}): JobLedger => {
  const { store, log, clock, times, isOpen, isClosed, held, onRecorded } = parts

  const failed = (thrown: unknown): void =>
    log('error', 'queue.store-failed', { error: thrown instanceof Error ? thrown.name : typeof thrown })

  const find = (jobID: string): StoredJob | null => {
    const job = isClosed() ? null : store.read(jobID)
    return job === null || job.isDismissed ? null : job
  }

  const apply = (jobID: string, event: JobEvent): string | null => {
    const job = find(jobID)
    if (job === null) return jobMessages.notFound
    const decision = decideJob(job, event)
    if (decision.kind === 'refused') return decision.reason
    store.change(jobID, decision.change, times())
    return null
  }

  return {
    find,
    apply,
    failed,
    undone: () => {
      try {
        return isClosed() ? [] : store.undone()
      } catch (thrown) {
        failed(thrown)
        return []
      }
    },
    forget: (jobID) => {
      try {
        if (!isClosed()) store.forget(jobID)
      } catch (thrown) {
        failed(thrown)
      }
    },
    claim: (kind) => {
      if (!isOpen() || store.paused().includes(kind)) return null
      const next = store.nextDue(kind, 'send', [...held])
      if (next === null || (next.dueAt ?? 0) > times().steadyMs) return null
      const refusal = apply(next.jobID, { kind: 'claimed' })
      return refusal === null ? store.read(next.jobID) : null
    },
    record: async (jobID, event, next) => {
      for (;;) {
        if (isClosed()) return null
        try {
          const value = store.commit(() => {
            apply(jobID, event)
            return next()
          })
          onRecorded()
          return value
        } catch (thrown) {
          failed(thrown)
          await new Promise<void>((resolve) => clock.after(storeAgainMs, resolve))
        }
      }
    },
  }
}
