import { sql } from 'kysely'
import type { Log } from '#runtime/log.ts'
import type { Database, DatabaseKind } from '../database/database.ts'
import type { Leadership } from '../kernel/leadership.ts'
import { startRounds } from '../kernel/rounds.ts'
import { listErasures } from './erasure-list.ts'
import { runRetention } from './retention.ts'

type WorkOptions = {
  readonly db: Database
  readonly kind: DatabaseKind
  readonly dataFolder: string
  /** Epoch seconds. */
  readonly now: () => number
  readonly log: Log
  readonly leadership: Pick<Leadership, 'leads'>
}

const everyMs = 60_000

/**
 * Writes new erasures into the list beside the database, and then empties SQLite's write-ahead log, which still has the
 * erased data.
 */
const keepList = async ({ db, kind, dataFolder, now }: WorkOptions): Promise<void> => {
  if (!(await listErasures(db, dataFolder, now()))) return
  if (kind === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(db)
}

/**
 * Does the server's own part of data duties, at the start and every minute. Of several processes over one database the
 * leading one removes old records. `stop` waits for work in progress.
 */
export const startDataDuties = (options: WorkOptions): { stop(): Promise<void> } => {
  const { db, log, leadership, now } = options
  return startRounds({
    everyMs,
    sweep: 'data-duties',
    logFailure: (details) => log('error', 'data-duties.failed', details),
    startsNow: true,
    work: async () => {
      await keepList(options)
      const state = leadership.leads() ? await runRetention(db, now()) : null
      // The state `too-little-work` is not logged: it is usual for a new or a closed clinic, and the screen shows it.
      if (state === 'clock-behind') log('warning', 'retention.clock-not-trusted')
    },
  })
}
