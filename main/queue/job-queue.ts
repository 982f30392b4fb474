import { randomBytes } from 'node:crypto'
import { fail, ok, type Reply } from '#contract/reply.ts'
import { maxBackOffMs } from '#domain/queue/back-off.ts'
import type { JobKind, JobResolution, JobsSummary } from '#domain/queue/job.ts'
import type { JobStore } from '#domain/queue/job-store.ts'
import { jobMessages } from '#domain/queue/job-words.ts'
import type { NewJob } from '#domain/queue/stored-job.ts'
import type { Log } from '#runtime/log.ts'
import type { Deliverer } from './deliverer.ts'
import { createJobActs } from './job-acts.ts'
import { createJobCalls } from './job-calls.ts'
import { createJobLanes } from './job-lanes.ts'
import { createJobLedger } from './job-ledger.ts'
import { createJobList } from './job-list.ts'
import { createJobSends } from './job-sends.ts'
import type { QueuedJob } from './job-view.ts'
import { type QueueClock, systemClock } from './queue-clock.ts'
import { createQueueNotifier } from './queue-notifier.ts'

/** Milliseconds that running sends get to finish when Atrium stops. */
const graceMs = 3000

/**
 * The workstation's queue: runs the jobs of all users, even while no user is signed in, unless the deliverer waits for
 * the author's session. It runs as many jobs of a kind at once as `lanesOf` allows. A job is on disk once `add` has
 * returned. The queue records it as `sending` before the send and records the result after it. An interrupted send is
 * reconciled, never repeated blindly.
 */
export type JobQueue = {
  /**
   * Records a job. A second call with the same id returns the job's current state. Fails when the journal cannot be
   * written.
   */
  add(job: NewJob): Reply<QueuedJob>
  /** Resumes the jobs of earlier runs and begins to send. */
  start(): void
  read(jobID: string): QueuedJob | null
  /** Newest first. */
  list(): readonly QueuedJob[]
  summary(): JobsSummary
  /** Returns whether any job is being sent. It checks all jobs, including those beyond the maximum length of `list`. */
  isSending(): boolean
  paused(): readonly JobKind[]
  pause(kind: JobKind): Reply<null>
  resume(kind: JobKind): Reply<null>
  cancel(jobID: string): Promise<Reply<null>>
  retry(jobID: string): Reply<null>
  settle(jobID: string, settlement: JobResolution): Promise<Reply<null>>
  dismiss(jobID: string): Reply<null>
  /** Resumes the jobs that wait for the back office, which is reachable again. */
  wake(): void
  /**
   * Starts no more jobs and gives running sends a moment to end. When the promise has resolved, the queue no longer
   * uses the store.
   */
  stop(): Promise<void>
}

type JobQueueParts = {
  readonly store: JobStore
  readonly deliverers: Readonly<Record<JobKind, Deliverer>>
  readonly log: Log
  /** Called after a change, at most a few times a second. */
  readonly onChange: (summary: JobsSummary) => void
  nowMs(): number
  /** Returns a number from 0 to 1; the system's random source unless a test replaces it. */
  random?(): number
  readonly clock?: QueueClock
}

/**
 * Returns a random number from 0 to 1. It spreads the retries of workstations that lost the connection at the same
 * time.
 */
const systemRandom = (): number => randomBytes(4).readUInt32BE() / 2 ** 32

export const createJobQueue = (parts: JobQueueParts): JobQueue => {
  const { store, deliverers, log, onChange, nowMs, random = systemRandom, clock = systemClock } = parts
  const calls = createJobCalls({ store, deliverers, log })
  // A monotonic clock whose readings stay comparable after a restart.
  const offset = nowMs() - clock.monotonicMs()
  const steadyMs = (): number => Math.round(offset + clock.monotonicMs())
  const times = () => ({ nowMs: nowMs(), steadyMs: steadyMs() })

  /** Jobs that are being followed up, cancelled or resolved now: nothing else may start them. */
  const held = new Set<string>()
  let phase: 'new' | 'running' | 'stopping' | 'closed' = 'new'

  const jobs = createJobList({ store, deliverers, calls, times })
  const news = createQueueNotifier({ clock, summary: jobs.summary, onChange, isClosed: () => phase === 'closed' })

  const ledger = createJobLedger({
    store,
    log,
    clock,
    times,
    isOpen: () => phase === 'running',
    isClosed: () => phase === 'closed',
    held,
    onRecorded: news.publish,
  })
  const sends = createJobSends({ ledger, calls, nowMs, random, onProgress: () => news.publish() })
  const lanes = createJobLanes({ store, ledger, sends, clock, times, held, isRunning: () => phase === 'running' })
  const acts = createJobActs({
    store,
    ledger,
    calls,
    clock,
    sends: sends.underWay,
    held,
    onActed: () => {
      news.publish()
      lanes.pump()
    },
  })

  return {
    add: (job) => {
      try {
        const isNew = store.add(job, times())
        const stored = store.read(job.jobID)
        if (stored === null) return fail('unexpected', jobMessages.notWritten)
        if (stored.kind !== job.kind || stored.author !== job.author || stored.studyID !== job.studyID) {
          return fail('idempotency-key-reused', jobMessages.reused)
        }
        const view = jobs.view(stored)
        if (isNew) {
          news.publish()
          lanes.pump()
        }
        return ok(view)
      } catch (thrown) {
        ledger.failed(thrown)
        return fail('unexpected', jobMessages.notWritten)
      }
    },
    start: () => {
      if (phase !== 'new') return
      phase = 'running'
      try {
        store.resume(steadyMs(), maxBackOffMs)
      } catch (thrown) {
        ledger.failed(thrown)
      }
      news.start()
      lanes.pump()
      void acts.tellUndone()
    },
    read: (jobID) => {
      const job = ledger.find(jobID)
      return job === null ? null : jobs.view(job)
    },
    list: jobs.all,
    summary: jobs.summary,
    isSending: () => store.hasSending(),
    paused: () => store.paused(),
    pause: (kind) =>
      acts.act(() => {
        store.setPaused(kind, true)
        return null
      }),
    resume: (kind) =>
      acts.act(() => {
        store.setPaused(kind, false)
        return null
      }),
    cancel: acts.cancel,
    retry: acts.retry,
    settle: acts.settle,
    dismiss: acts.dismiss,
    wake: () => {
      if (phase !== 'running') return
      try {
        if (store.wake(steadyMs())) news.publish()
      } catch (thrown) {
        ledger.failed(thrown)
      }
      lanes.pump()
      void acts.tellUndone()
    },
    stop: async () => {
      if (phase === 'closed') return
      phase = 'stopping'
      lanes.stop()
      const isLate = !(await endsWithin(graceMs, lanes.ended(), clock))
      phase = 'closed'
      news.stop()
      if (!isLate) return
      log('warning', 'queue.stopped-while-sending', { sends: sends.underWay.size })
      // Results after this point are ignored: the next start reconciles these sends.
      sends.abort()
    },
  }
}

/** Returns whether the work ends within `ms`. */
const endsWithin = (ms: number, work: Promise<unknown>, clock: QueueClock): Promise<boolean> =>
  Promise.race([work.then(() => true), new Promise<boolean>((resolve) => clock.after(ms, () => resolve(false)))])
