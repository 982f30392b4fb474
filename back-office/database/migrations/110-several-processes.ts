import type { Migration } from './migration.ts'

/**
 * Creates the tables that several server processes on one database share, and the lease of a call that acts outside the
 * database.
 */
export const severalProcesses: Migration = {
  name: '110-several-processes',
  up: async (db) => {
    await db.schema
      .createTable('server_run')
      .addColumn('run_id', 'text', (column) => column.primaryKey())
      .addColumn('seen_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('work_lease')
      .addColumn('work', 'text', (column) => column.primaryKey())
      .addColumn('run_id', 'text', (column) => column.notNull())
      .addColumn('term', 'bigint', (column) => column.notNull())
      .addColumn('until', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('call_count')
      .addColumn('counter', 'text', (column) => column.notNull())
      .addColumn('minute', 'bigint', (column) => column.notNull())
      .addColumn('calls', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('call_count_pk', ['counter', 'minute'])
      .execute()
    await db.schema.createIndex('call_count_minute').on('call_count').column('minute').execute()
    await db.schema.alterTable('idempotency_key').addColumn('leased_by', 'text').execute()
    await db.schema.alterTable('idempotency_key').addColumn('leased_until', 'bigint').execute()
  },
}
