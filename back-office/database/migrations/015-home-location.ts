import type { Migration } from './migration.ts'

/** A staff account names the location where its screens open. */
export const homeLocation: Migration = {
  name: '015-home-location',
  up: async ({ schema }) => {
    await schema.alterTable('user').addColumn('home_location', 'text').execute()
  },
}
