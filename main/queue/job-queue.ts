import { randomBytes } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import { fail, ok, type Reply } from '#contract/reply.ts'
import { longestBackOffMs } from '#domain/queue/back-off.ts'
import { type JobKind, type JobsSummary, jobKinds, type Settlement } from '#domain/queue/job.ts'
import type { JobStore, JobTurn } from '#domain/queue/job-store.ts'
import { jobMessages } from '#domain/queue/job-words.ts'
import { lanesOf } from '#domain/queue/jobs-summary.ts'
import type { NewJob, StoredJob } from '#domain/queue/stored-job.ts'
import type { Log } from '#runtime/log.ts'
import type { Deliverer } from './deliverer.ts'
import { createJobActs, type Send } from './job-acts.ts'
import { createJobCalls } from './job-calls.ts'
import { createJobLedger, storeAgainMs } from './job-ledger.ts'
import { createJobNews } from './job-news.ts'
import { type QueuedJob, toQueuedJob } from './job-view.ts'
import { type QueueClock, systemClock } from './queue-clock.ts'

/** How long sends have to end when Atrium stops. */
const graceMs = 3000
const dayMs = 24 * 3600_000
const sweepEveryMs = 3600_000
/** More than a screen needs; what needs attention comes first. */
const mostListed = 500

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
  settle(jobID: string, settlement: Settlement): Promise<Reply<null>>
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

  const sends = new Map<string, Send>()
  /** Looked at, cancelled or settled at this moment: not to be taken up by anything else. */
  const held = new Set<string>()
  const lanes = Object.fromEntries(jobKinds.map((kind) => [kind, { send: 0, 'follow-up': 0 }])) as Record<
    JobKind,
    Record<JobTurn, number>
  >
  const mostOf = (kind: JobKind, turn: JobTurn): number => (turn === 'send' ? lanesOf[kind] : 1)
  const work = new Set<Promise<void>>()
  let phase: 'new' | 'running' | 'stopping' | 'closed' = 'new'
  let callOff: () => void = () => undefined
  let sweptAt: number | null = null

  const news = createJobNews({ clock, summary: () => summary(), onChange, isClosed: () => phase === 'closed' })

  const stuckBefore = (): Record<JobKind, number> =>
    Object.fromEntries(jobKinds.map((kind) => [kind, nowMs() - deliverers[kind].stuckAfterMs])) as Record<
      JobKind,
      number
    >
  const summary = (): JobsSummary => news.toSummary(store.counts(stuckBefore(), times()))

  const toView = (stored: StoredJob, paused: readonly JobKind[]): QueuedJob =>
    toQueuedJob(stored, {
      ...times(),
      paused,
      stuckAfterMs: deliverers[stored.kind].stuckAfterMs,
      progress: calls.progress(stored.jobID),
    })

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
  const { find, claim, record } = ledger
  const acts = createJobActs({
    store,
    ledger,
    calls,
    clock,
    sends,
    held,
    onActed: () => {
      news.tell()
      pump()
    },
  })

  const sendOne = async (job: StoredJob): Promise<StoredJob | null> => {
    const stop = new AbortController()
    let hasEnded: () => void = () => undefined
    const ended = new Promise<void>((resolve) => {
      hasEnded = resolve
    })
    const send: Send = { stop, isCancelAsked: false, ended }
    sends.set(job.jobID, send)
    news.tell()
    try {
      const outcome = await calls.send(job, () => news.tell(), stop.signal)
      const event = { kind: 'sent', outcome, isCancelAsked: send.isCancelAsked, chance: random() } as const
      return await record(job.jobID, event, () => claim(job.kind))
    } finally {
      sends.delete(job.jobID)
      hasEnded()
    }
  }

  const runSends = async (first: StoredJob): Promise<void> => {
    for (let job: StoredJob | null = first; job !== null; ) {
      job = await sendOne(job)
      // Deliverers may answer without ever waiting; the windows are to be heard in between.
      await breathe()
    }
  }

  const followUp = async (job: StoredJob): Promise<void> => {
    const chance = random()
    if (job.state === 'sending') {
      const outcome = await calls.reconcile(job)
      await record(job.jobID, { kind: 'reconciled', outcome, chance }, () => null)
      return
    }
    const outcome = await calls.watch(job)
    const unchangedMs = nowMs() - job.changedAt
    await record(job.jobID, { kind: 'watched', outcome, unchangedMs, chance }, () => null)
  }

  const begin = (kind: JobKind, turn: JobTurn, run: () => Promise<void>): void => {
    lanes[kind][turn] += 1
    const done = run()
      .catch(ledger.failed)
      .finally(() => {
        lanes[kind][turn] -= 1
        work.delete(done)
        pump()
      })
    work.add(done)
  }

  /** Begins what is due in a lane that is free; gives when the next is, or null. */
  const fill = (kind: JobKind, turn: JobTurn): number | null => {
    while (lanes[kind][turn] < mostOf(kind, turn)) {
      if (turn === 'send') {
        const job = store.commit(() => claim(kind))
        if (job === null) break
        begin(kind, turn, () => runSends(job))
      } else {
        const job = store.nextDue(kind, turn, [...held])
        if (job === null || (job.dueAt ?? 0) > steadyMs()) break
        held.add(job.jobID)
        begin(kind, turn, () => followUp(job).finally(() => held.delete(job.jobID)))
      }
    }
    if (lanes[kind][turn] >= mostOf(kind, turn)) return null
    if (turn === 'send' && store.paused().includes(kind)) return null
    return store.nextDue(kind, turn, [...held])?.dueAt ?? null
  }

  const sweep = (): void => {
    if (sweptAt !== null && clock.monotonicMs() - sweptAt < sweepEveryMs) return
    sweptAt = clock.monotonicMs()
    store.sweep(nowMs() - dayMs, 30 * dayMs)
  }

  const pump = (): void => {
    if (phase !== 'running') return
    callOff()
    let next: number | null = null
    try {
      sweep()
      for (const kind of jobKinds) {
        for (const turn of ['follow-up', 'send'] as const) {
          const dueAt = fill(kind, turn)
          if (dueAt !== null) next = Math.min(next ?? dueAt, dueAt)
        }
      }
    } catch (thrown) {
      ledger.failed(thrown)
      next = steadyMs() + storeAgainMs
    }
    const waitMs = Math.min(next === null ? sweepEveryMs : Math.max(1, next - steadyMs()), sweepEveryMs)
    callOff = clock.after(waitMs, pump)
  }

  return {
    add: (job) => {
      try {
        const isNew = store.add(job, times())
        const stored = store.read(job.jobID)
        if (stored === null) return fail('unexpected', jobMessages.notWritten)
        if (stored.kind !== job.kind || stored.author !== job.author || stored.studyID !== job.studyID) {
          return fail('idempotency-key-reused', jobMessages.reused)
        }
        const view = toView(stored, store.paused())
        if (isNew) {
          news.tell()
          pump()
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
      pump()
      void acts.tellUndone()
    },
    read: (jobID) => {
      const job = find(jobID)
      return job === null ? null : toView(job, store.paused())
    },
    list: () => {
      const paused = store.paused()
      return store.list(mostListed).map((job) => toView(job, paused))
    },
    summary,
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
      pump()
      void acts.tellUndone()
    },
    stop: async () => {
      if (phase === 'closed') return
      phase = 'stopping'
      callOff()
      let isLate = false
      await Promise.race([
        Promise.all(work),
        new Promise<void>((resolve) => {
          clock.after(graceMs, () => {
            isLate = true
            resolve()
          })
        }),
      ])
      phase = 'closed'
      news.stop()
      if (!isLate) return
      log('warning', 'queue.stopped-while-sending', { sends: sends.size })
      // What they say from now on is not heard: the next start finds out what became of them.
      for (const { stop } of sends.values()) stop.abort()
    },
  }
}
