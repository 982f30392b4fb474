import { type JobKind, jobKinds } from '#domain/queue/job.ts'
import type { JobPhase, JobStore, JobTimes } from '#domain/queue/job-store.ts'
import { lanesOf } from '#domain/queue/jobs-summary.ts'
import { type JobLedger, storeAgainMs } from './job-ledger.ts'
import type { JobSends } from './job-sends.ts'
import type { QueueClock } from './queue-clock.ts'

const dayMs = 24 * 3600_000
const sweepEveryMs = 3600_000

/**
 * Starts due jobs. For each kind of job it runs at most a fixed number of sends, and one follow-up, at the same time.
 */
type JobLanes = {
  /** Starts what is due now, and plans the next check. Does nothing unless the queue is running. */
  pump(): void
  /** Cancels the next check. */
  stop(): void
  /** Resolves once everything that was started so far has ended. */
  ended(): Promise<unknown>
}

const maxAtOnce = (kind: JobKind, phase: JobPhase): number => (phase === 'send' ? lanesOf[kind] : 1)

export const createJobLanes = (parts: {
  readonly store: JobStore
  readonly ledger: JobLedger
  readonly sends: Pick<JobSends, 'run' | 'followUp'>
  readonly clock: QueueClock
  times(): JobTimes
  /** Jobs that the lanes must not start. The job of a follow-up is in this set while the follow-up runs. */
  readonly held: Set<string>
  isRunning(): boolean
}): JobLanes => {
  const { store, ledger, sends, clock, times, held, isRunning } = parts
  const taken = Object.fromEntries(jobKinds.map((kind) => [kind, { send: 0, 'follow-up': 0 }])) as Record<
    JobKind,
    Record<JobPhase, number>
  >
  const work = new Set<Promise<void>>()
  let callOff: () => void = () => undefined
  let sweptAt: number | null = null

  const begin = (kind: JobKind, phase: JobPhase, run: () => Promise<void>): void => {
    taken[kind][phase] += 1
    const done = run()
      .catch(ledger.failed)
      .finally(() => {
        taken[kind][phase] -= 1
        work.delete(done)
        pump()
      })
    work.add(done)
  }

  /**
   * Starts due jobs while the lane has room. Returns the time at which the next job is due; null if the lane is full or
   * paused, or if no job is planned.
   */
  const fill = (kind: JobKind, phase: JobPhase): number | null => {
    while (taken[kind][phase] < maxAtOnce(kind, phase)) {
      if (phase === 'send') {
        const job = store.commit(() => ledger.claim(kind))
        if (job === null) break
        begin(kind, phase, () => sends.run(job))
      } else {
        const job = store.nextDue(kind, phase, [...held])
        if (job === null || (job.dueAt ?? 0) > times().steadyMs) break
        held.add(job.jobID)
        begin(kind, phase, () => sends.followUp(job).finally(() => held.delete(job.jobID)))
      }
    }
    if (taken[kind][phase] >= maxAtOnce(kind, phase)) return null
    if (phase === 'send' && store.paused().includes(kind)) return null
    return store.nextDue(kind, phase, [...held])?.dueAt ?? null
  }

  const sweep = (): void => {
    if (sweptAt !== null && clock.monotonicMs() - sweptAt < sweepEveryMs) return
    sweptAt = clock.monotonicMs()
    store.sweep(times().nowMs - dayMs, 30 * dayMs)
  }

  const pump = (): void => {
    if (!isRunning()) return
    callOff()
    let next: number | null = null
    try {
      sweep()
      for (const kind of jobKinds) {
        for (const phase of ['follow-up', 'send'] as const) {
          const dueAt = fill(kind, phase)
          if (dueAt !== null) next = Math.min(next ?? dueAt, dueAt)
        }
      }
    } catch (thrown) {
      ledger.failed(thrown)
      next = times().steadyMs + storeAgainMs
    }
    const waitMs = Math.min(next === null ? sweepEveryMs : Math.max(1, next - times().steadyMs), sweepEveryMs)
    callOff = clock.after(waitMs, pump)
  }

  return { pump, stop: () => callOff(), ended: () => Promise.all(work) }
}
