import type { Migration } from './migration.ts'

/**
 * The location of the study from whose page a practitioner was changed; null for other changes and for those made
 * before this migration.
 */
export const directoryChangeLocations: Migration = {
  name: '037-directory-change-locations',
  up: async (db) => {
    await db.schema.alterTable('directory_change').addColumn('location_id', 'text').execute()
  },
}
