import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import SqliteDatabase from 'better-sqlite3'
import { better, defineQueue } from 'plainjob'
import type { NewJob } from '#domain/queue/stored-job.ts'
import { openWorkstationJournal } from '#main/journal/workstation-journal.ts'
import type { Deliverer } from '#main/queue/deliverer.ts'
import { createJobQueue } from '#main/queue/job-queue.ts'

const keyHex = '3c'.repeat(32)

/** One queue under test. When `add` returns, the job is on disk. When a job has ended, its end is on disk too. */
type QueueSubject = {
  add(jobID: string): void
  /** Runs the waiting jobs; `effect` is the work of a started job. Resolves when no job waits. */
  drain(effect: (jobID: string) => void): Promise<void>
  /** The jobs that the queue leaves to staff. */
  doubted(): readonly string[]
  close(): Promise<void>
}

export const subjects = ['append-only file', 'Atrium', 'plainjob'] as const
export type SubjectName = (typeof subjects)[number]

export const aBenchJob = (jobID: string): NewJob => ({
  jobID,
  kind: 'fax',
  title: 'Physician report, version 2',
  member: { name: 'Xylo Phonamine', dob: '1980-02-03' as never },
  studyID: 's-000001' as never,
  locationID: 'ca-bc-1' as never,
  recipient: 'Dr. Robin Frost, 16045550101',
  by: 'Sam Desk',
  author: 'u-000001',
  payload: { ticket: 'b7f1c0de'.repeat(4), studyID: 's-000001' },
  content: null,
  holdMs: 0,
})

/**
 * The minimum: a line and an fsync when a job is accepted, and again when it has ended. It can neither claim nor find a
 * job.
 */
const openAppendOnly = (path: string): QueueSubject => {
  const file = openSync(path, 'a')
  const waiting: string[] = []
  const append = (line: object): void => {
    writeSync(file, `${JSON.stringify(line)}\n`)
    fsyncSync(file)
  }
  return {
    add: (jobID) => {
      append(aBenchJob(jobID))
      waiting.push(jobID)
    },
    drain: async (effect) => {
      for (const jobID of waiting.splice(0)) {
        effect(jobID)
        append({ jobID, ended: true })
      }
    },
    doubted: () => [],
    close: async () => closeSync(file),
  }
}

const openAtrium = (path: string): QueueSubject => {
  const journal = openWorkstationJournal(path, keyHex)
  let run: (jobID: string) => void = () => undefined
  let isDone: () => void = () => undefined
  const deliverer: Deliverer = {
    stuckAfterMs: 3600_000,
    send: async ({ jobID }) => {
      run(jobID)
      return { kind: 'delivered' }
    },
    reconcile: async () => ({ kind: 'uncertain', reason: 'Nobody knows.' }),
    watch: async () => ({ kind: 'still', reason: null, progress: null }),
    cancel: async () => ({ kind: 'cancelled' }),
    settle: async () => ({ kind: 'delivered' }),
  }
  const queue = createJobQueue({
    store: journal.jobs,
    deliverers: {
      fax: deliverer,
      email: deliverer,
      cd: deliverer,
      usb: deliverer,
      message: deliverer,
      print: deliverer,
    },
    log: () => undefined,
    onChange: ({ underWay }) => underWay === 0 && isDone(),
    nowMs: () => Date.now(),
    random: Math.random,
  })
  return {
    add: (jobID) => {
      if (!queue.add(aBenchJob(jobID)).ok) throw new Error('A job was not accepted')
    },
    drain: async (effect) => {
      run = effect
      // The queue's own timers do not keep the process alive. The end of the work is noticed up to 200 ms late, and
      // this delay is part of Atrium's time.
      const alive = setInterval(() => undefined, 1000)
      await new Promise<void>((resolve) => {
        isDone = resolve
        queue.start()
      })
      clearInterval(alive)
    },
    doubted: () => queue.list().flatMap(({ jobID, state }) => (state === 'uncertain' ? jobID : [])),
    close: async () => {
      await queue.stop()
      journal.close()
    },
  }
}

const openPlainjob = (path: string): QueueSubject => {
  const db = new SqliteDatabase(path)
  const logger = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} }
  const queue = defineQueue({ connection: better(db), logger })
  // plainjob sets `synchronous=NORMAL`, with which a power cut can lose accepted jobs.
  db.pragma('synchronous=FULL')
  return {
    add: (jobID) => {
      queue.add('fax', aBenchJob(jobID))
    },
    drain: async (effect) => {
      for (;;) {
        const claimed = queue.getAndMarkJobAsProcessing('fax')
        if (claimed === undefined) return
        const job = queue.getJobById(claimed.id)
        if (job === undefined) throw new Error('A job is lost')
        effect((JSON.parse(job.data) as NewJob).jobID)
        queue.markJobAsDone(claimed.id)
      }
    },
    doubted: () => [],
    close: async () => {
      queue.close()
      if (db.open) db.close()
    },
  }
}

export const openSubject = (name: SubjectName, path: string): QueueSubject =>
  ({ 'append-only file': openAppendOnly, Atrium: openAtrium, plainjob: openPlainjob })[name](path)
