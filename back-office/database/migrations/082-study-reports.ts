import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * The reports of a study that staff uploaded. A published version never changes, and its number is never used twice.
 */
export const studyReports: Migration = {
  name: '082-study-reports',
  up: async (db) => {
    await sql`create table study_report (
      report_id text primary key,
      study_id text not null references study (study_id),
      kind text not null check (kind in ('structured', 'traditional')),
      state text not null check (state in ('draft', 'published', 'discarded')),
      version integer,
      base64_file text not null,
      pages integer not null,
      byte_size integer not null,
      created_at bigint not null,
      created_by text not null,
      state_at bigint,
      state_by text,
      check ((state = 'published') = (version is not null)))`.execute(db)
    await sql`create unique index study_report_by_version on study_report (study_id, kind, version)`.execute(db)
  },
}
