import type { Migration } from './migration.ts'

/** The workstation of an audited call, and a record of administration before and after its change. */
export const auditChanges: Migration = {
  name: '040-audit-changes',
  up: async (db) => {
    for (const column of ['workstation_id', 'before', 'after']) {
      await db.schema.alterTable('audit').addColumn(column, 'text').execute()
    }
  },
}
