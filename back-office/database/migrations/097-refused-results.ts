import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * The refused messages of other systems, without their content, and the number of tries to decide each stored result.
 */
export const refusedResults: Migration = {
  name: '097-refused-results',
  up: async (db) => {
    await sql`create table refused_delivery (
      refusal_id text primary key,
      mark text not null unique,
      channel text not null check (channel in ('hl7', 'fhir')),
      sender text not null,
      address text not null,
      control_id text not null,
      reason text not null,
      detail text not null,
      first_at bigint not null,
      last_at bigint not null,
      copies bigint not null,
      state text not null check (state in ('open', 'told', 'dismissed', 'arrived')),
      closed_at bigint,
      closed_by text,
      note text,
      check ((state = 'open') = (closed_at is null)))`.execute(db)
    await sql`create index refused_delivery_open on refused_delivery (first_at) where state = 'open'`.execute(db)
    await sql`create index refused_delivery_by_message on refused_delivery (channel, sender, control_id)`.execute(db)
    await sql`alter table incoming_result add column tries integer not null default 0`.execute(db)
    await sql`alter table incoming_result add column retry_at bigint`.execute(db)
  },
}
