import type { Migration } from './migration.ts'

/**
 * Who recorded that a disc was burnt, which earlier delivery a delivery repeats, whether a fax has a cover sheet, and
 * an index of each practitioner's deliveries by time.
 */
export const deliveriesAgain: Migration = {
  name: '090-deliveries-again',
  up: async ({ schema }) => {
    await schema.alterTable('delivery').addColumn('confirmed_by', 'text').execute()
    await schema
      .alterTable('delivery')
      .addColumn('resend_of', 'text', (column) => column.references('delivery.delivery_id'))
      .execute()
    await schema
      .alterTable('delivery')
      .addColumn('cover_sheet', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await schema
      .createIndex('delivery_by_practitioner')
      .on('delivery')
      .columns(['practitioner_id', 'created_at'])
      .execute()
  },
}
