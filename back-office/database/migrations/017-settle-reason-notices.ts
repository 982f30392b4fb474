import type { Migration } from './migration.ts'

/** The notices that a reason was given for, as JSON. Null in older rows, which have only the reason. */
export const settleReasonNotices: Migration = {
  name: '017-settle-reason-notices',
  up: async ({ schema }) => {
    await schema.alterTable('settle_reason').addColumn('notices', 'text').execute()
  },
}
