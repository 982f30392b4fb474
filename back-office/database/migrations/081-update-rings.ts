import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * The releases of the program with their rings, and, for each workstation, when it learned that it may install a
 * release and what it reported about the release.
 */
export const updateRings: Migration = {
  name: '081-update-rings',
  up: async (db) => {
    await sql`create table update_release (
      version text primary key,
      ring integer not null check (ring in (1, 10, 100)),
      state text not null check (state in ('rolling', 'halted')),
      halted_by text check (halted_by in ('reports', 'person')),
      halted_by_user text,
      halted_by_name text,
      since bigint not null,
      created_at bigint not null,
      lock_version integer not null,
      check ((state = 'halted') = (halted_by is not null)))`.execute(db)
    await sql`create table update_workstation (
      version text not null references update_release (version),
      workstation_id text not null,
      place bigint not null,
      told_at bigint,
      outcome text check (outcome in ('installed', 'failed', 'rolled-back')),
      code text not null,
      from_version text,
      reported_at bigint,
      primary key (version, workstation_id),
      check (outcome is null or told_at is not null))`.execute(db)
    await sql`create index update_workstation_by_place on update_workstation (version, place)`.execute(db)
    await sql`create index update_workstation_by_outcome on update_workstation (version, outcome, told_at)`.execute(db)
  },
}
