import type { Migration } from './migration.ts'

/** The version of the reading that a delivery may send. A newer version must be checked and registered again. */
export const readingVersions: Migration = {
  name: '012-reading-versions',
  up: async ({ schema }) => {
    await schema.alterTable('delivery').addColumn('reading_version', 'integer').execute()
  },
}
