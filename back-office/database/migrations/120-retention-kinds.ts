import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Removes the periods of three kinds that the server deletes when they end, whatever their period was. */
export const retentionKindsReplaced: Migration = {
  name: '120-retention-kinds',
  up: async (db) => {
    await sql`delete from retention_period where kind in ('sign-in', 'delivery-ticket', 'found-member')`.execute(db)
  },
}
