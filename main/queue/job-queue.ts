import { randomBytes } from 'node:crypto'
import { fail, ok, type Reply } from '#contract/reply.ts'
import { longestBackOffMs } from '#domain/queue/back-off.ts'
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
import { createJobNews } from './job-news.ts'
import { createJobSends } from './job-sends.ts'
import type { QueuedJob } from './job-view.ts'
import { type QueueClock, systemClock } from './queue-clock.ts'

/** How long sends have to end when Atrium stops. */
const graceMs = 3000

/**
 * What this workstation sends, one at a time a kind, whoever is signed in. A job that `add` has answered is on disk; one that is
 * sent was written down as `sending` before, and what came of it is written down after. What was cut off in between is looked
 * at, never sent again blindly.
 */
export type JobQueue = {
  /** Writes a job down. The same id is one job: adding it again gives it as it stands. Fails where it cannot be written. */
  add(job: NewJob): Reply<QueuedJob>
  /** Takes up what an earlier run has left, and begins to send. */
  start(): void
  read(jobID: string): QueuedJob | null
  /** Newest first. */
  list(): readonly QueuedJob[]
  summary(): JobsSummary
  paused(): readonly JobKind[]
  pause(kind: JobKind): Reply<null>
  resume(kind: JobKind): Reply<null>
  cancel(jobID: string): Promise<Reply<null>>
  retry(jobID: string): Reply<null>
  settle(jobID: string, settlement: JobResolution): Promise<Reply<null>>
  dismiss(jobID: string): Reply<null>
  /** The back office is there again: what waits for it goes on now. */
  wake(): void
  /** Begins nothing more, gives what is being sent a moment to end, and touches the store no more once resolved. */
  stop(): Promise<void>
}

type JobQueueParts = {
  readonly store: JobStore
  readonly deliverers: Readonly<Record<JobKind, Deliverer>>
  readonly log: Log
  /** Something changed: told at most a few times a second. */
  readonly onChange: (summary: JobsSummary) => void
  nowMs(): number
  /** 0 to 1; the system's unless a test says otherwise. */
  random?(): number
  readonly clock?: QueueClock
}

/** 0 to 1, from the system: two desks that were cut off together must not come back together. */
const systemRandom = (): number => randomBytes(4).readUInt32BE() / 2 ** 32

export const createJobQueue = (parts: JobQueueParts): JobQueue => {
  const { store, deliverers, log, onChange, nowMs, random = systemRandom, clock = systemClock } = parts
  const calls = createJobCalls({ store, deliverers, log })
  // One clock that never jumps, whose readings mean something after a restart too.
  const offset = nowMs() - clock.monotonicMs()
  const steadyMs = (): number => Math.round(offset + clock.monotonicMs())
  const times = () => ({ nowMs: nowMs(), steadyMs: steadyMs() })

  /** Looked at, cancelled or settled at this moment: not to be taken up by anything else. */
  const held = new Set<string>()
  let phase: 'new' | 'running' | 'stopping' | 'closed' = 'new'

  const jobs = createJobList({ store, deliverers, calls, times })
  const news = createJobNews({ clock, summary: jobs.summary, onChange, isClosed: () => phase === 'closed' })

  const ledger = createJobLedger({
    store,
    log,
    clock,
    times,
    isOpen: () => phase === 'running',
    isClosed: () => phase === 'closed',
    held,
    onRecorded: news.tell,
  })
  const sends = createJobSends({ ledger, calls, nowMs, random, onProgress: () => news.tell() })
  const lanes = createJobLanes({ store, ledger, sends, clock, times, held, isRunning: () => phase === 'running' })
  const acts = createJobActs({
    store,
    ledger,
    calls,
    clock,
    sends: sends.underWay,
    held,
    onActed: () => {
      news.tell()
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
          news.tell()
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
        store.resume(steadyMs(), longestBackOffMs)
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
        if (store.wake(steadyMs())) news.tell()
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
      // What they say from now on is not heard: the next start finds out what became of them.
      sends.abort()
    },
  }
}

/** Whether some work ends in time. */
const endsWithin = (ms: number, work: Promise<unknown>, clock: QueueClock): Promise<boolean> =>
  Promise.race([work.then(() => true), new Promise<boolean>((resolve) => clock.after(ms, () => resolve(false)))])
