import type { Migration } from './migration.ts'

/**
 * Who recorded that a disc was burnt, which delivery another one repeats, whether a fax has a cover sheet, and the
 * order in which a practitioner's deliveries are read.
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
