import { setImmediate as breathe } from 'node:timers/promises'
import type { StoredJob } from '#domain/queue/stored-job.ts'
import type { JobCalls } from './job-calls.ts'
import type { JobLedger } from './job-ledger.ts'

/** A send that this process is running. */
export type RunningSend = { readonly stop: AbortController; isCancelAsked: boolean; readonly ended: Promise<void> }

/** Runs the due work of a job: sends it, or asks for its result. */
export type JobSends = {
  /** The sends that this process is running. */
  readonly underWay: ReadonlyMap<string, RunningSend>
  /** Sends a claimed job, then each further due job of its kind. */
  run(first: StoredJob): Promise<void>
  /** Asks the receiver about a job that was begun. */
  followUp(job: StoredJob): Promise<void>
  /** Aborts all running sends. */
  abort(): void
}

export const createJobSends = (parts: {
  readonly ledger: JobLedger
  readonly calls: JobCalls
  nowMs(): number
  /** Returns a number from 0 to 1. */
  random(): number
  onProgress(): void
}): JobSends => {
  const { calls, nowMs, random, onProgress } = parts
  const { claim, record } = parts.ledger
  const underWay = new Map<string, RunningSend>()

  const sendOne = async (job: StoredJob): Promise<StoredJob | null> => {
    const stop = new AbortController()
    const { promise: ended, resolve: hasEnded } = Promise.withResolvers<void>()
    const send: RunningSend = { stop, isCancelAsked: false, ended }
    underWay.set(job.jobID, send)
    onProgress()
    try {
      const outcome = await calls.send(job, onProgress, stop.signal)
      const event = { kind: 'sent', outcome, isCancelAsked: send.isCancelAsked, chance: random() } as const
      return await record(job.jobID, event, () => claim(job.kind))
    } finally {
      underWay.delete(job.jobID)
      hasEnded()
    }
  }

  return {
    underWay,
    run: async (first) => {
      for (let job: StoredJob | null = first; job !== null; ) {
        job = await sendOne(job)
        // A deliverer may answer without waiting for anything. The wait below lets the event loop
        // serve the windows between two sends.
        await breathe()
      }
    },
    followUp: async (job) => {
      const chance = random()
      if (job.state === 'sending') {
        const outcome = await calls.reconcile(job)
        await record(job.jobID, { kind: 'reconciled', outcome, chance }, () => null)
        return
      }
      const outcome = await calls.watch(job)
      const unchangedMs = nowMs() - job.changedAt
      await record(job.jobID, { kind: 'watched', outcome, unchangedMs, chance }, () => null)
    },
    abort: () => {
      for (const { stop } of underWay.values()) stop.abort()
    },
  }
}
