import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** The retention periods that administrators set, each for one kind of record at one place, and the nightly runs. */
export const retention: Migration = {
  name: '108-retention',
  up: async (db) => {
    await sql`create table retention_period (
      kind text not null,
      place text not null,
      days integer,
      version integer not null,
      set_by text not null,
      set_at bigint not null,
      primary key (kind, place))`.execute(db)
    await sql`create table retention_run (
      day bigint primary key,
      at bigint not null,
      state text not null,
      removed text not null)`.execute(db)
  },
}
