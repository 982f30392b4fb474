import type { Migration } from './migration.ts'

/** The notes and coins of a count of a drawer, and the float that stays in it. */
export const cashDrawers: Migration = {
  name: '111-cash-drawers',
  up: async (db) => {
    await db.schema.alterTable('cash_up_count').addColumn('drawer', 'text').execute()
    await db.schema.alterTable('cash_up_count').addColumn('float_amount', 'bigint').execute()
  },
}
