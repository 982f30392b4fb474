import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Erased members: the mark on the tombstone, and who erased the member and why. */
export const erasures: Migration = {
  name: '107-erasures',
  up: async (db) => {
    await sql`alter table member add column erased_at bigint`.execute(db)
    await sql`create table erasure (
      erasure_id text primary key,
      member_id text not null references member (patient_id),
      at bigint not null,
      by_user text,
      by_name text not null,
      basis text,
      reason text not null,
      listed_at bigint)`.execute(db)
    await sql`create index erasure_by_time on erasure (at)`.execute(db)
    await sql`create index erasure_unlisted on erasure (at) where listed_at is null`.execute(db)
  },
}
