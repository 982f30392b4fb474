import type { Migration } from './migration.ts'

/**
 * Adds the version of the report for which a delivery was registered. If the report has a newer version when the
 * delivery is sent, the delivery is refused: staff must check the new version and register a new delivery.
 */
export const readingVersions: Migration = {
  name: '012-reading-versions',
  up: async ({ schema }) => {
    await schema.alterTable('delivery').addColumn('reading_version', 'integer').execute()
  },
}
