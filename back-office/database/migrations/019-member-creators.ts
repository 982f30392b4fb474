import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** An index for the members that a user created: a search limited to some locations also shows these members. */
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
