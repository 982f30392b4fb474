import type { Migration } from './migration.ts'

/** The ids of imported records in the system they come from. A record whose id is stored is not imported again. */
export const externalIDs: Migration = {
  name: '060-external-ids',
  up: async (db) => {
    await db.schema
      .createTable('external_id')
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('external_id', 'text', (column) => column.notNull())
      .addColumn('our_id', 'text', (column) => column.notNull())
      .addColumn('imported_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('external_id_pkey', ['kind', 'external_id'])
      .execute()
  },
}
