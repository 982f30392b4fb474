import type { Migration } from './migration.ts'

/**
 * A hold without an owner can be renewed by anybody who made it, and for nobody in particular: it gets a last moment, past
 * which no renewal carries it. Null for everything else.
 */
export const holdLife: Migration = {
  name: '003-hold-life',
  up: async (db) => {
    await db.schema.alterTable('machine_time').addColumn('renewable_until', 'bigint').execute()
  },
}
