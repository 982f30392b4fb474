import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** An index of the reports that wait for their publication: a few of many thousands, for the worklists. */
export const draftReports: Migration = {
  name: '096-draft-reports',
  up: async (db) => {
    await sql`create index study_report_draft on study_report (study_id, created_at) where state = 'draft'`.execute(db)
  },
}
