import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** The version of a location for its administrators; closures, and the booked studies that stay inside them. */
export const locationAdministration: Migration = {
  name: '045-location-administration',
  up: async (db) => {
    await db.schema
      .alterTable('location')
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
      .execute()
    await db.schema
      .createTable('closure')
      .addColumn('closure_id', 'text', (column) => column.primaryKey())
      .addColumn('location_id', 'text', (column) => column.notNull().references('location.location_id'))
      .addColumn('machine_id', 'text')
      .addColumn('starts', 'text', (column) => column.notNull())
      .addColumn('ends', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) =>
        column.notNull().check(sql`kind in ('holiday', 'half-day', 'service', 'break')`),
      )
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('weeks', 'integer', (column) => column.notNull().check(sql`weeks between 1 and 53`))
      .addColumn('active', 'integer', (column) => column.notNull().check(sql`active in (0, 1)`))
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('created_by', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addCheckConstraint('closure_ends_after_start', sql`ends > starts`)
      .execute()
    await db.schema.createIndex('closure_by_location').on('closure').columns(['location_id', 'starts']).execute()
    await db.schema
      .createTable('closure_keep')
      .addColumn('closure_id', 'text', (column) => column.notNull().references('closure.closure_id'))
      .addColumn('study_id', 'text', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('by_user', 'text', (column) => column.notNull())
      .addColumn('by_name', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('closure_keep_pkey', ['closure_id', 'study_id'])
      .execute()
  },
}
