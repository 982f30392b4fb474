import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * The dangers known from a member's other bookings, as JSON beside each study's own summary; null before they are first
 * computed. Also the reasons for a check-in or a scan mark despite open stops. Rows of reasons are only added.
 */
export const otherBookingSafety: Migration = {
  name: '030-other-bookings',
  up: async ({ schema }) => {
    await schema.alterTable('study').addColumn('other_safety', 'text').execute()
    await schema
      .createTable('act_reason')
      .addColumn('act_reason_id', 'text', (column) => column.primaryKey())
      .addColumn('study_id', 'text', (column) => column.notNull().references('study.study_id'))
      .addColumn('kind', 'text', (column) => column.notNull().check(sql`kind in ('checked-in', 'scanned')`))
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('notices', 'text', (column) => column.notNull())
      .addColumn('others', 'text', (column) => column.notNull())
      .addColumn('given_at', 'bigint', (column) => column.notNull())
      .addColumn('given_by', 'text', (column) => column.notNull())
      .addColumn('given_by_user', 'text')
      .execute()
    await schema.createIndex('act_reason_by_study').on('act_reason').column('study_id').execute()
  },
}
