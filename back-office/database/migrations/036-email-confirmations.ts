import type { Migration } from './migration.ts'

/**
 * Creates two tables: the last change of each member's e-mail address by staff, with its location; and each address
 * that a person confirmed, with the location of the confirmation. A member without a row in `member_email_change` has
 * an address that needs no confirmation.
 */
export const emailConfirmations: Migration = {
  name: '036-email-confirmations',
  up: async (db) => {
    await db.schema
      .createTable('member_email_change')
      .addColumn('member_id', 'text', (column) => column.primaryKey().references('member.patient_id'))
      .addColumn('previous_email', 'text', (column) => column.notNull())
      .addColumn('location_id', 'text')
      .addColumn('by_user', 'text', (column) => column.notNull())
      .addColumn('by_name', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('member_email_confirmation')
      .addColumn('member_id', 'text', (column) => column.notNull().references('member.patient_id'))
      .addColumn('location_id', 'text', (column) => column.notNull())
      .addColumn('email_key', 'text', (column) => column.notNull())
      .addColumn('by_user', 'text', (column) => column.notNull())
      .addColumn('by_name', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('member_email_confirmation_pkey', ['member_id', 'location_id', 'email_key'])
      .execute()
  },
}
