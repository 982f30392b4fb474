import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** The restores of backups, and the card payments since a backup that the processor has and the backup lacks. */
export const restores: Migration = {
  name: '094-restores',
  up: async (db) => {
    await sql`create table restoration (
      restoration_id text primary key,
      backup_at bigint not null,
      restored_at bigint not null,
      cards_checked_at bigint)`.execute(db)
    await sql`create table restored_payment (
      payment_id text primary key,
      restoration_id text not null references restoration (restoration_id),
      kind text not null check (kind in ('payment', 'refund')),
      amount bigint not null,
      currency text not null,
      card text not null,
      taken_at bigint not null,
      study_id text,
      location_id text,
      resolved_at bigint,
      resolved_by text,
      note text,
      check ((resolved_at is null) = (resolved_by is null)))`.execute(db)
    await sql`create index restored_payment_open on restored_payment (taken_at) where resolved_at is null`.execute(db)
  },
}
