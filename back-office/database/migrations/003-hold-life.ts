import type { Migration } from './migration.ts'

/**
 * Adds the time past which a hold without an owner cannot be renewed, because any caller who knows its id may renew it.
 * Null for all other rows.
 */
export const holdLife: Migration = {
  name: '003-hold-life',
  up: async (db) => {
    await db.schema.alterTable('machine_time').addColumn('renewable_until', 'bigint').execute()
  },
}
