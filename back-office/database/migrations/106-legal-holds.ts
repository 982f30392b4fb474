import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Legal holds of members. Rows are never deleted: the row of a lifted hold records when it was lifted and by whom. */
export const legalHolds: Migration = {
  name: '106-legal-holds',
  up: async (db) => {
    await sql`create table legal_hold (
      hold_id text primary key,
      member_id text not null references member (patient_id),
      name text not null,
      name_key text not null,
      reason text not null,
      placed_at bigint not null,
      placed_by text not null,
      placed_by_user text not null,
      lifted_at bigint,
      lifted_by text,
      lifted_reason text)`.execute(db)
    await sql`create unique index legal_hold_in_force on legal_hold (member_id, name_key)
      where lifted_at is null`.execute(db)
  },
}
