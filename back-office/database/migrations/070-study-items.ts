import type { Migration } from './migration.ts'

/** The add-ons of a study with the prices agreed, JSON; null where it has none. */
export const studyItems: Migration = {
  name: '070-study-items',
  up: async ({ schema }) => {
    await schema.alterTable('study').addColumn('items', 'text').execute()
  },
}
