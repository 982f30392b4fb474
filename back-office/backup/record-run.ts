import { randomUUID } from 'node:crypto'
import { Kysely, SqliteDialect } from 'kysely'
import type { RunKind } from '#domain/backup/backup-runs.ts'
import { openEncryptedDatabase } from '#runtime/encrypted-database.ts'
import type { Database } from '../database/database.ts'
import type { BackOfficeTables } from '../database/tables.ts'
import { addBackupRun } from '../repositories/backup-runs-repository.ts'

type Run = {
  readonly kind: RunKind
  /** Epoch seconds. */
  readonly at: number
  /** The code of the problem; null after a success. */
  readonly problem: string | null
  /** Epoch seconds; null if there is no backup. */
  readonly takenAt: number | null
}

/** Adds a run to the list that the administrator's screen shows. */
export const addRun = (db: Database, { kind, at, problem, takenAt }: Run): Promise<void> =>
  addBackupRun(db, { run_id: randomUUID(), kind, at, problem, taken_at: takenAt })

/**
 * Records a backup or a drill in the server's database, for the administrator's screen. The database is not migrated,
 * because the running server may be older. Returns false if it could not be recorded.
 */
export const recordRun = async (path: string, keyHex: string, run: Run): Promise<boolean> => {
  try {
    const database = openEncryptedDatabase({ path, keyHex, synchronous: 'FULL', busyTimeoutMs: 10_000 })
    const db = new Kysely<BackOfficeTables>({ dialect: new SqliteDialect({ database }) })
    try {
      await addRun(db, run)
      return true
    } finally {
      database.close()
    }
  } catch {
    return false
  }
}
