import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** The runs of backups and restore drills, for the administrator's screen. Only appended. */
export const backupRuns: Migration = {
  name: '095-backup-runs',
  up: async (db) => {
    await sql`create table backup_run (
      run_id text primary key,
      kind text not null check (kind in ('backup', 'drill')),
      at bigint not null,
      problem text,
      taken_at bigint)`.execute(db)
    await sql`create index backup_run_by_time on backup_run (kind, at)`.execute(db)
  },
}
