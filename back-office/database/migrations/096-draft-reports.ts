import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** An index, for the worklists, of the reports that wait to be published. They are a few of many thousands. */
export const draftReports: Migration = {
  name: '096-draft-reports',
  up: async (db) => {
    await sql`create index study_report_draft on study_report (study_id, created_at) where state = 'draft'`.execute(db)
  },
}
