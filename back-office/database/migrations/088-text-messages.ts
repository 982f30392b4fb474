import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** What the gateway reports about a text message after it accepted it, and the number that an opt-out applies to. */
export const textMessages: Migration = {
  name: '088-text-messages',
  up: async (db) => {
    await sql`alter table message add column receipt text`.execute(db)
    await sql`alter table message add column delivery text
      check (delivery in ('awaited', 'confirmed', 'unconfirmed'))`.execute(db)
    await sql`alter table message add column check_at bigint`.execute(db)
    await sql`create index message_by_check on message (check_at) where check_at is not null`.execute(db)
    await sql`alter table message_opt_out add column address text`.execute(db)
  },
}
