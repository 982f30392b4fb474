import type { LastRun, RunKind } from '#domain/backup/backup-runs.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { Database } from '../database/database.ts'
import type { BackupRunTable } from '../database/server-identity-table.ts'

export const addBackupRun = async (db: Database, run: BackupRunTable): Promise<void> => {
  await db.insertInto('backup_run').values(run).execute()
}

/** Seconds by which the clocks of two computers may differ. */
const clockDifference = 300

/**
 * Returns the last run of a kind before `now`, epoch seconds; null if there was none. A run that a wrong clock dated in
 * the future is ignored, because it would hide failures until that date.
 */
export const findLastRun = async (db: Database, kind: RunKind, now: number): Promise<LastRun | null> => {
  const runs = db
    .selectFrom('backup_run')
    .where('kind', '=', kind)
    .where('at', '<=', now + clockDifference)
  const last = await runs.select(['at', 'problem']).orderBy('at', 'desc').limit(1).executeTakeFirst()
  if (last === undefined) return null
  const success = await runs.select('at').where('problem', 'is', null).orderBy('at', 'desc').limit(1).executeTakeFirst()
  return {
    at: toInstant(last.at * 1000),
    problem: last.problem,
    succeededAt: success === undefined ? null : toInstant(success.at * 1000),
  }
}
