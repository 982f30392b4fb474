import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Removes the retention periods of three kinds of records, which the server now deletes when they expire. */
export const retentionKindsReplaced: Migration = {
  name: '120-retention-kinds',
  up: async (db) => {
    await sql`delete from retention_period where kind in ('sign-in', 'delivery-ticket', 'found-member')`.execute(db)
  },
}
