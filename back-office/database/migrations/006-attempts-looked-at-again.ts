import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * When the processor is to be asked once more about an attempt that has ended on less than its own word, or about a refund
 * that is still on its way. Null for everything else.
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
