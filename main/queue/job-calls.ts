import type { DeliveryOutcome, StillOpen } from '#domain/queue/delivery-outcome.ts'
import type { JobKind, JobProgress, JobResolution } from '#domain/queue/job.ts'
import type { JobStore } from '#domain/queue/job-store.ts'
import { jobMessages } from '#domain/queue/job-words.ts'
import type { StoredJob } from '#domain/queue/stored-job.ts'
import type { Log } from '#runtime/log.ts'
import type { ClaimedJob, Deliverer } from './deliverer.ts'

/**
 * Calls the deliverers. When a deliverer throws, the call does not throw. A send, `reconcile` or `settle` then returns
 * `uncertain`, `watch` returns the job unchanged as `still`, and `cancel` returns `too-late`.
 */
export type JobCalls = {
  send(job: StoredJob, onProgress: () => void, signal: AbortSignal): Promise<DeliveryOutcome>
  reconcile(job: StoredJob): Promise<DeliveryOutcome | StillOpen>
  watch(job: StoredJob): Promise<DeliveryOutcome | StillOpen>
  cancel(
    job: StoredJob,
  ): Promise<{ readonly kind: 'cancelled' } | { readonly kind: 'too-late'; readonly reason: string }>
  settle(job: StoredJob, settlement: JobResolution): Promise<DeliveryOutcome>
  /** Returns the progress of a job that is being sent. */
  progress(jobID: string): JobProgress | null
}

/**
 * Parses a payload; returns null when it was removed or is damaged. The deliverer then reports that the job cannot be
 * read.
 */
const readPayload = (text: string): unknown => {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return null
  }
}

export const createJobCalls = (parts: {
  readonly store: JobStore
  readonly deliverers: Readonly<Record<JobKind, Deliverer>>
  readonly log: Log
}): JobCalls => {
  const { store, deliverers, log } = parts
  const underWay = new Map<string, JobProgress>()

  const toClaimed = (job: StoredJob): ClaimedJob => {
    let content: Uint8Array | null | undefined
    return {
      jobID: job.jobID,
      kind: job.kind,
      payload: readPayload(job.payload),
      // The content is read on demand: it can be megabytes long, and a follow-up does not need it.
      get content() {
        if (content === undefined) content = store.content(job.jobID)
        return content
      },
      attempt: job.attempts,
      receipt: job.receipt,
      at: job.at,
    }
  }
  /**
   * Reads the whole job before anything is sent, so that a disk failure is not mistaken for an interrupted send.
   * Returns null when the disk fails.
   */
  const readWhole = (job: StoredJob): ClaimedJob | null => {
    try {
      const claimed = toClaimed(job)
      return claimed.content === undefined ? null : claimed
    } catch {
      return null
    }
  }

  const ask = async <Answer>(
    job: StoredJob,
    call: string,
    work: (deliverer: Deliverer, claimed: ClaimedJob) => Promise<Answer>,
    otherwise: Answer,
    claimed: ClaimedJob | null = null,
  ): Promise<Answer> => {
    try {
      return await work(deliverers[job.kind], claimed ?? toClaimed(job))
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown.name : typeof thrown
      log('error', 'queue.deliverer-threw', { kind: job.kind, call, error })
      return otherwise
    }
  }
  const broke = { kind: 'uncertain', reason: jobMessages.broke } as const

  return {
    send: async (job, onProgress, signal) => {
      const storeProgress = (progress: JobProgress): void => {
        underWay.set(job.jobID, progress)
        onProgress()
      }
      try {
        const whole = readWhole(job)
        if (whole === null) return { kind: 'retry', reason: jobMessages.notRead }
        return await ask(
          job,
          'send',
          (deliverer, claimed) => deliverer.send(claimed, storeProgress, signal),
          broke,
          whole,
        )
      } finally {
        underWay.delete(job.jobID)
      }
    },
    reconcile: async (job) =>
      await ask(job, 'reconcile', (deliverer, claimed) => deliverer.reconcile(claimed), {
        kind: 'uncertain',
        reason: jobMessages.uncertain,
      }),
    watch: async (job) =>
      await ask(job, 'watch', (deliverer, claimed) => deliverer.watch(claimed), {
        kind: 'still',
        reason: job.reason,
        progress: job.progress,
      }),
    cancel: async (job) =>
      await ask(job, 'cancel', (deliverer, claimed) => deliverer.cancel(claimed), {
        kind: 'too-late',
        reason: jobMessages.notCancelled,
      }),
    settle: async (job, settlement) =>
      await ask(job, 'settle', (deliverer, claimed) => deliverer.settle(claimed, settlement), {
        kind: 'uncertain',
        reason: jobMessages.notSettled,
      }),
    progress: (jobID) => underWay.get(jobID) ?? null,
  }
}
