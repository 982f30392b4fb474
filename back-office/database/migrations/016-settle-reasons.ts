import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Why a member was booked or moved while a safety notice was not settled. Rows are only added. */
export const settleReasons: Migration = {
  name: '016-settle-reasons',
  up: async (db) => {
    const { schema } = db
    await schema
      .createTable('settle_reason')
      .addColumn('settle_reason_id', 'text', (column) => column.primaryKey())
      .addColumn('study_id', 'text', (column) => column.notNull().references('study.study_id'))
      .addColumn('kind', 'text', (column) => column.notNull().check(sql`kind in ('booked', 'moved')`))
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('given_at', 'bigint', (column) => column.notNull())
      .addColumn('given_by', 'text', (column) => column.notNull())
      .addColumn('given_by_user', 'text')
      .execute()
    await schema.createIndex('settle_reason_by_study').on('settle_reason').column('study_id').execute()
  },
}
