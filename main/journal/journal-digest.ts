import { createHash } from 'node:crypto'
import type { Database } from '#runtime/encrypted-database.ts'

type Row = Readonly<Record<string, unknown>>

/** The work in a journal at one moment. */
type JournalDigest = {
  /** Hashes of rows that housekeeping may remove: forms, and jobs that have ended. */
  readonly passing: readonly string[]
  /** The SHA-256, in hex, of all other rows. */
  readonly lasting: string
}

/**
 * The columns that plan when the queue handles a job next. Each start of the queue sets them again, so no hash includes
 * them.
 */
const planned: ReadonlySet<string> = new Set(['due_at', 'is_out_of_reach'])

/**
 * Calls `take` with each row of work and its hash. Reads the list of tables from the file, so that the tables of a
 * newer version are included.
 */
const eachRow = (db: Database, take: (row: Row, hash: string, table: string) => void): void => {
  const tables = db
    .prepare<[], string>(
      `select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' and name <> 'setting' order by name`,
    )
    .pluck(true)
    .all()
  for (const table of tables) {
    for (const row of db.prepare<[], Row>(`select * from "${table.replaceAll('"', '""')}" order by 1`).iterate()) {
      const values = Object.entries(row)
        .filter(([column]) => !planned.has(column))
        .map(([column, value]) => [column, Buffer.isBuffer(value) ? value.toString('base64') : value])
      take(
        row,
        createHash('sha256')
          .update(JSON.stringify([table, values]))
          .digest('hex'),
        table,
      )
    }
  }
}

/** Returns the digest of all work in a journal of this version. Settings do not count as work. */
export const digestOfJournal = (db: Database): JournalDigest => {
  const hasEnded = `is_dismissed = 1 or state in ('delivered', 'cancelled', 'failed')`
  const ended = new Set(db.prepare<[], string>(`select job_id from job where ${hasEnded}`).pluck(true).all())
  const passing: string[] = []
  const lasting = createHash('sha256')
  eachRow(db, (row, hash, table) => {
    const isJob = table === 'job' || table === 'job_content'
    if (table === 'draft' || (isJob && ended.has(String(row.job_id)))) passing.push(hash)
    else lasting.update(hash)
  })
  return { passing, lasting: lasting.digest('hex') }
}

/**
 * Returns whether no work was added or changed in a journal since its digest. The journal may be of a newer version.
 */
export const hasNoNewWork = (db: Database, { passing, lasting }: JournalDigest): boolean => {
  const known = new Set(passing)
  const now = createHash('sha256')
  eachRow(db, (_, hash) => {
    if (!known.has(hash)) now.update(hash)
  })
  return now.digest('hex') === lasting
}
