import type { Log } from '#runtime/log.ts'
import type { Database, DatabaseKind } from '../database/database.ts'
import { replaceLastRun } from './last-run.ts'
import {
  checkLease,
  LeaseLost,
  leaseSeconds,
  noteRun,
  releaseLease,
  removeRun,
  takeLease,
  type WorkLease,
} from './server-runs-repository.ts'

/** Decides which of several server processes on one database does the work that no call requests. */
export type Leadership = {
  /** Returns whether this process does that work now. */
  leads(): boolean
  /**
   * Throws `LeaseLost` if another process has taken over. Otherwise no other process can take over until the
   * transaction `db` ends.
   */
  check(db: Database): Promise<void>
  stop(): Promise<void>
}

const beatEveryMs = 5_000
/** This process stops leading this long before its lease ends, because a query to the database takes time. */
const marginMs = 2_000
const work = 'sweeps'

/** Always leads: for SQLite, which only one process uses. @internal Tests sweep with it. */
export const alwaysLeading: Leadership = { leads: () => true, check: async () => {}, stop: async () => {} }

/**
 * Reports this process as running, and takes the lead when no other process has it: at the start, and then every five
 * seconds. A process that was killed, or that cannot reach the database, loses the lead after 15 seconds. If it starts
 * again in its data folder, its leases are freed at once.
 */
export const startLeadership = async ({
  db,
  kind,
  runID,
  dataFolder,
  log,
}: {
  readonly db: Database
  readonly kind: DatabaseKind
  readonly runID: string
  readonly dataFolder: string
  readonly log: Log
}): Promise<Leadership> => {
  if (kind === 'sqlite') return alwaysLeading
  let lease: WorkLease | null = null
  let leadsUntilMs = Number.NEGATIVE_INFINITY
  const beat = async (): Promise<void> => {
    const askedMs = performance.now()
    lease = await takeLease(db, kind, { work, runID, seconds: leaseSeconds })
    leadsUntilMs = lease === null ? Number.NEGATIVE_INFINITY : askedMs + leaseSeconds * 1000 - marginMs
  }
  const warn = (): void => log('warning', 'server.lease-not-renewed')
  const before = replaceLastRun(dataFolder, runID)
  const note = (): Promise<void> => noteRun(db, kind, runID).catch(warn)
  if (before !== null) await removeRun(db, kind, before).catch(warn)
  await note()
  let beating = beat().catch(warn)
  await beating
  let noting: Promise<void> = Promise.resolve()
  let isBeating = false
  const timer = setInterval(() => {
    noting = note()
    // Skips the renewal while the last one still waits, because a sweep of this process may have locked the lease.
    if (isBeating) return
    isBeating = true
    beating = beat()
      .catch(warn)
      .finally(() => {
        isBeating = false
      })
  }, beatEveryMs).unref()
  return {
    leads: () => performance.now() < leadsUntilMs,
    check: async (transaction) => {
      if (lease === null) throw new LeaseLost()
      await checkLease(transaction, lease)
    },
    stop: async () => {
      clearInterval(timer)
      await noting
      await beating
      leadsUntilMs = Number.NEGATIVE_INFINITY
      try {
        if (lease !== null) await releaseLease(db, lease)
        await removeRun(db, kind, runID)
      } catch {
        warn()
      }
    },
  }
}
