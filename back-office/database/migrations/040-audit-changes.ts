import type { Migration } from './migration.ts'

/**
 * Adds to each audit entry the workstation of the call and, when an administration record changed, that record before
 * and after the change.
 */
export const auditChanges: Migration = {
  name: '040-audit-changes',
  up: async (db) => {
    for (const column of ['workstation_id', 'before', 'after']) {
      await db.schema.alterTable('audit').addColumn(column, 'text').execute()
    }
  },
}
