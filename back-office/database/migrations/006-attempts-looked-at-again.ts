import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * Adds the time of the next status request to the processor: for an attempt that ended without the processor's result,
 * or for a refund in progress. Null when the result is final.
 */
export const attemptsLookedAtAgain: Migration = {
  name: '006-attempts-looked-at-again',
  up: async (db) => {
    await db.schema.alterTable('payment_attempt').addColumn('look_again_at', 'bigint').execute()
    await sql`create index payment_attempt_to_look_at on payment_attempt (look_again_at) where look_again_at is not null`.execute(
      db,
    )
  },
}
