import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Changes and proposed changes of the practitioner directory with their old values, and the notified locations. */
export const directoryChanges: Migration = {
  name: '035-directory-changes',
  up: async (db) => {
    await db.schema
      .createTable('directory_change')
      .addColumn('change_id', 'text', (column) => column.primaryKey())
      .addColumn('practitioner_id', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) =>
        column.notNull().check(sql`state in ('counted', 'proposed', 'confirmed', 'declined')`),
      )
      // The fields with their values before and after, a JSON array.
      .addColumn('fields', 'text', (column) => column.notNull())
      .addColumn('by_user', 'text', (column) => column.notNull())
      .addColumn('by_name', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('decided_by_name', 'text')
      .addColumn('decided_at', 'bigint')
      .execute()
    await db.schema.createIndex('directory_change_by_state').on('directory_change').columns(['state', 'at']).execute()
    await db.schema
      .createTable('directory_notice')
      .addColumn('change_id', 'text', (column) => column.notNull().references('directory_change.change_id'))
      .addColumn('location_id', 'text', (column) => column.notNull())
      .addColumn('seen_by_name', 'text')
      .addColumn('seen_at', 'bigint')
      .addPrimaryKeyConstraint('directory_notice_pkey', ['location_id', 'change_id'])
      .execute()
  },
}
