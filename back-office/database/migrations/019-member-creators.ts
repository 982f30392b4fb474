import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Whom a user created, by index: a search of staff of some locations shows them as well. */
export const memberCreators: Migration = {
  name: '019-member-creators',
  up: async (db) => {
    await db.schema
      .createIndex('member_by_creator')
      .on('member')
      .columns(['created_by', 'patient_id'])
      .where(sql`created_by`, 'is not', null)
      .execute()
  },
}
