import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * An index of the sends that are under way, which the server counts every 20 seconds. They are a few of many thousands.
 */
export const deliveriesUnderWay: Migration = {
  name: '103-deliveries-under-way',
  up: async (db) => {
    await sql`create index delivery_under_way on delivery (created_at)
      where state in ('registered', 'sending', 'handed-over') and channel <> 'cd'`.execute(db)
  },
}
