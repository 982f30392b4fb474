import type { Migration } from './migration.ts'

/** Creates the table of the public keys that verify the signatures on heads of the audit log. */
export const auditSigners: Migration = {
  name: '102-audit-signers',
  up: async (db) => {
    await db.schema
      .createTable('audit_signer')
      .addColumn('key_id', 'text', (column) => column.primaryKey())
      .addColumn('public_key', 'text', (column) => column.notNull())
      .addColumn('added_at', 'bigint', (column) => column.notNull())
      .execute()
  },
}
