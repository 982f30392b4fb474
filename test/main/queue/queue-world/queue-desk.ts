import SqliteDatabase from 'better-sqlite3'
import type { JobsSummary } from '#domain/queue/job.ts'
import { jobKinds } from '#domain/queue/job.ts'
import type { JobStore } from '#domain/queue/job-store.ts'
import type { NewJob } from '#domain/queue/stored-job.ts'
import { createJobJournal } from '#main/journal/job-journal.ts'
import { journalMigrations } from '#main/journal/journal-migrations.ts'
import type { ClaimedJob, Deliverer, DeliveryOutcome, StillOpen } from '#main/queue/deliverer.ts'
import { createJobQueue, type JobQueue } from '#main/queue/job-queue.ts'
import { createVirtualClock, type VirtualClock } from '#test/main/payments/payment-world/virtual-clock.ts'

export const aJob = (changes: Partial<NewJob> = {}): NewJob => ({
  jobID: 'job-1',
  kind: 'fax',
  title: 'Physician report, version 2',
  member: { name: 'Xylo Phonamine', dob: '1980-02-03' as never },
  studyID: 's-1' as never,
  locationID: 'ca-bc-1' as never,
  recipient: 'Dr. Robin Frost, 16045550101',
  by: 'Sam Desk',
  author: 'u-1',
  payload: { ticket: 'ticket-1' },
  content: null,
  holdMs: 0,
  ...changes,
})

type Answer<Value> = (job: ClaimedJob, signal: AbortSignal) => Value | Promise<Value>

/** The answers that the deliverers give. A test may replace them at any time; every call is recorded. */
type Script = {
  send: Answer<DeliveryOutcome>
  reconcile: Answer<DeliveryOutcome | StillOpen>
  watch: Answer<DeliveryOutcome | StillOpen>
  cancel: Answer<Awaited<ReturnType<Deliverer['cancel']>>>
  settle: Answer<DeliveryOutcome>
}

export type QueueDesk = {
  readonly clock: VirtualClock
  readonly store: JobStore
  readonly script: Script
  readonly calls: string[]
  readonly told: JobsSummary[]
  readonly logged: string[]
  queue(): JobQueue
  run(): number
  /**
   * Ends the queue as if its process was killed, and creates a new queue with the same journal. The caller starts the
   * new queue.
   */
  crash(): void
  /** Moves the wall clock only. */
  jumpWall(ms: number): void
  /** Lets time pass; due work runs. */
  pass(ms: number): Promise<void>
  close(): void
}

const hour = 3600_000

/** Opens a queue over a journal in memory. Time passes on request. */
export const openQueueDesk = (options: { readonly random?: () => number } = {}): QueueDesk => {
  const db = new SqliteDatabase(':memory:')
  for (const { sql } of journalMigrations) db.exec(sql)
  const store = createJobJournal(db)
  const clock = createVirtualClock(Date.parse('2026-11-20T17:00:00Z'))
  const script: Script = {
    send: () => ({ kind: 'delivered' }),
    reconcile: () => ({ kind: 'uncertain', reason: 'Nobody knows.' }),
    watch: () => ({ kind: 'still', reason: null, progress: null }),
    cancel: () => ({ kind: 'cancelled' }),
    settle: () => ({ kind: 'delivered' }),
  }
  const calls: string[] = []
  const told: JobsSummary[] = []
  const logged: string[] = []
  let wallAheadMs = 0
  let run = 0

  const open = (): JobQueue => {
    run += 1
    const mine = run
    /** Makes a call for this process. A killed process makes no calls, and its pending answers never arrive. */
    const here = <Value>(call: string, job: ClaimedJob, ask: () => Value | Promise<Value>): Promise<Value> =>
      new Promise((resolve, reject) => {
        if (mine !== run) return
        calls.push(`${call} ${job.jobID} #${job.attempt}`)
        Promise.resolve()
          .then(() => (mine === run ? ask() : new Promise<never>(() => undefined)))
          .then(
            (answer) => mine === run && resolve(answer),
            (thrown: unknown) => mine === run && reject(thrown instanceof Error ? thrown : new Error('thrown')),
          )
      })
    const never = new AbortController().signal
    const deliverer: Deliverer = {
      stuckAfterMs: hour,
      send: (job, _, signal) => here('send', job, () => script.send(job, signal)),
      reconcile: (job) => here('reconcile', job, () => script.reconcile(job, never)),
      watch: (job) => here('watch', job, () => script.watch(job, never)),
      cancel: (job) => here('cancel', job, () => script.cancel(job, never)),
      settle: (job, settlement) => here(`settle ${settlement}`, job, () => script.settle(job, never)),
    }
    return createJobQueue({
      // A killed process does not write to the journal.
      store: new Proxy(store, {
        get: (target, name: keyof JobStore) => {
          if (mine !== run) throw new Error('This process is gone')
          return target[name]
        },
      }),
      deliverers: Object.fromEntries(jobKinds.map((kind) => [kind, deliverer])) as Record<
        (typeof jobKinds)[number],
        Deliverer
      >,
      log: (_, code) => logged.push(code),
      onChange: (summary) => mine === run && told.push(summary),
      nowMs: () => clock.nowMs() + wallAheadMs,
      random: options.random ?? (() => 1),
      clock: {
        monotonicMs: () => clock.nowMs(),
        after: (ms, act) => clock.after(ms, () => mine === run && act()),
      },
    })
  }
  let queue = open()
  /** Runs due work to its end. The queue yields after each job, so that windows get a turn: one pass is not enough. */
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 12; turn += 1) await clock.pass(0)
  }
  return {
    clock,
    store,
    script,
    calls,
    told,
    logged,
    queue: () => queue,
    run: () => run,
    crash: () => {
      queue = open()
    },
    jumpWall: (ms) => {
      wallAheadMs += ms
    },
    pass: async (ms) => {
      await settle()
      await clock.pass(ms)
      await settle()
    },
    close: () => {
      run += 1
      db.close()
    },
  }
}

/** Returns a call that the test answers later with `give`. */
export const later = <Value>(): { readonly answer: () => Promise<Value>; readonly give: (value: Value) => void } => {
  let give: (value: Value) => void = () => undefined
  const promise = new Promise<Value>((resolve) => {
    give = resolve
  })
  return { answer: () => promise, give: (value) => give(value) }
}
