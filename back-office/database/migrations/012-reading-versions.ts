import type { Migration } from './migration.ts'

/** Deliveries say which version of the reading was allowed to leave: a newer one needs a look of its own. */
export const readingVersions: Migration = {
  name: '012-reading-versions',
  up: async ({ schema }) => {
    await schema.alterTable('delivery').addColumn('reading_version', 'integer').execute()
  },
}
