import type { Migration } from './migration.ts'

/**
 * Members of other locations whom a person found by exact details, so that they can be booked: who found whom, and when
 * last.
 */
export const foundMembers: Migration = {
  name: '034-found-members',
  up: async (db) => {
    await db.schema
      .createTable('found_member')
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('member_id', 'text', (column) => column.notNull())
      .addColumn('found_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('found_member_pkey', ['user_id', 'member_id'])
      .execute()
    await db.schema.createIndex('found_member_by_time').on('found_member').column('found_at').execute()
  },
}
