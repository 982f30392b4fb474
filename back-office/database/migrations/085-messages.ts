import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * The queue of messages to members, the last appointment that each member was notified about, the settings of each
 * location, and the members' opt-outs. The state of a message changes only as `decideMessage` allows.
 */
export const messages: Migration = {
  name: '085-messages',
  up: async (db) => {
    await sql`create table message (
      message_id text primary key,
      study_id text not null references study (study_id),
      kind text not null,
      channel text not null check (channel in ('email', 'sms')),
      occasion text not null,
      sequence integer not null,
      event_id text,
      starts_at bigint,
      location_id text not null,
      due_at bigint not null,
      state text not null
        check (state in ('planned', 'claimed', 'handed-over', 'sent', 'uncertain', 'failed', 'withdrawn')),
      attempts integer not null,
      claim text,
      lease_until bigint,
      recipient text,
      failure text,
      planned_at bigint not null,
      state_at bigint not null,
      by_user text,
      decided_by text,
      check ((event_id is null) = (starts_at is null)),
      check ((claim is null) = (lease_until is null)))`.execute(db)
    await sql`create unique index message_by_occasion on message (study_id, kind, channel, occasion)`.execute(db)
    await sql`create unique index message_by_sequence on message (study_id, sequence)`.execute(db)
    await sql`create index message_by_due on message (due_at) where state = 'planned'`.execute(db)
    await sql`create index message_by_lease on message (lease_until) where lease_until is not null`.execute(db)
    await sql`create index message_by_location on message (location_id, state_at)
      where state in ('failed', 'uncertain')`.execute(db)
    await sql`create table message_study (
      study_id text primary key references study (study_id),
      changes integer not null,
      told_event_id text,
      told_starts_at bigint,
      told_location_id text)`.execute(db)
    await sql`create index message_study_to_plan on message_study (study_id) where changes > 0`.execute(db)
    await sql`create table message_setting (location_id text primary key, document text not null,
      version integer not null)`.execute(db)
    await sql`create table message_opt_out (member_id text not null, channel text not null, at bigint not null,
      primary key (member_id, channel))`.execute(db)
  },
}
