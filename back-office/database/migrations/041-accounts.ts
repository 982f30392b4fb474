import type { Migration } from './migration.ts'

/**
 * Adds deactivation and a version for the optimistic lock to accounts. An invitation lets its user set a password; the
 * setup code creates the first administrator. The one row of `organisation` is the clinic group.
 */
export const accounts: Migration = {
  name: '041-accounts',
  up: async ({ schema }) => {
    await schema
      .alterTable('user')
      .addColumn('active', 'integer', (column) => column.notNull().defaultTo(1))
      .execute()
    await schema
      .alterTable('user')
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
      .execute()
    await schema.alterTable('user').addColumn('password_changed_at', 'bigint').execute()
    await schema
      .createTable('organisation')
      .addColumn('organisation_id', 'integer', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema
      .createTable('account_invitation')
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('user.user_id'))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('used_at', 'bigint')
      .execute()
    await schema.createIndex('account_invitation_by_user').on('account_invitation').column('user_id').execute()
    await schema
      .createTable('setup_code')
      .addColumn('code_hash', 'text', (column) => column.primaryKey())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('used_at', 'bigint')
      .addColumn('guesses', 'integer', (column) => column.notNull())
      .execute()
  },
}
