import type { LastRun, RunKind } from '#domain/backup/backup-runs.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { Database } from '../database/database.ts'
import type { BackupRunTable } from '../database/server-identity-table.ts'

export const addBackupRun = async (db: Database, run: BackupRunTable): Promise<void> => {
  await db.insertInto('backup_run').values(run).execute()
}

/** Returns the last run of a kind; null if there was none. */
export const findLastRun = async (db: Database, kind: RunKind): Promise<LastRun | null> => {
  const last = await db
    .selectFrom('backup_run')
    .select(['at', 'problem'])
    .where('kind', '=', kind)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last === undefined) return null
  const success = await db
    .selectFrom('backup_run')
    .select('at')
    .where('kind', '=', kind)
    .where('problem', 'is', null)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    at: toInstant(last.at * 1000),
    problem: last.problem,
    succeededAt: success === undefined ? null : toInstant(success.at * 1000),
  }
}
