import type { Migration } from './migration.ts'

/**
 * Incomplete safety answers: one row per study, or, before the study exists, for a member. All workstations continue
 * from the same row. Saving the complete answers removes it.
 */
export const safetyDrafts: Migration = {
  name: '013-safety-drafts',
  up: async ({ schema }) => {
    await schema
      .createTable('safety_draft')
      .addColumn('draft_id', 'text', (column) => column.primaryKey())
      .addColumn('study_id', 'text', (column) => column.unique().references('study.study_id'))
      .addColumn('member_id', 'text', (column) => column.notNull())
      .addColumn('location_id', 'text', (column) => column.notNull())
      .addColumn('answers', 'text', (column) => column.notNull())
      .addColumn('version', 'bigint', (column) => column.notNull())
      .addColumn('base_version', 'integer', (column) => column.notNull())
      .addColumn('saved_at', 'bigint', (column) => column.notNull())
      .addColumn('saved_by', 'text', (column) => column.notNull())
      .addColumn('saved_by_user', 'text')
      .execute()
    await schema.createIndex('safety_draft_by_member').on('safety_draft').column('member_id').execute()
  },
}
