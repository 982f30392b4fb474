import type { Migration } from './open-database-file.ts'

/** The cache: copies of what the back office has. Instants are epoch seconds here, whole records are JSON. */
export const cacheMigrations: readonly Migration[] = [
  {
    name: '001-records',
    sql: `
      create table location (location_id text primary key, document text not null) without rowid;
      create table sku (sku_id integer primary key, document text not null);

      create table member (
        member_id text primary key,
        document text not null,
        touched_at integer not null
      );

      create table study (
        study_id text primary key,
        member_id text not null,
        location_id text not null,
        starts_at integer,
        version integer not null,
        generation integer not null,
        document text not null
      );
      create index study_by_location on study (location_id, starts_at);
      create index study_by_member on study (member_id);

      create table machine_time (
        event_id text primary key,
        location_id text not null,
        study_id text,
        starts_at integer not null,
        ends_at integer not null,
        generation integer not null,
        document text not null
      );
      create index machine_time_by_location on machine_time (location_id, starts_at);
      create index machine_time_by_study on machine_time (study_id) where study_id is not null;

      -- What a member or study can be found by, one folded word a row. Prefix look-ups on the primary key beat full-text
      -- search here; the second index answers "does this member also have a word that begins with ...".
      create table search_word (
        word text not null,
        kind text not null,
        record_id text not null,
        primary key (word, kind, record_id)
      ) without rowid;
      create index search_word_by_record on search_word (record_id, kind, word);

      create table location_sync (
        location_id text primary key,
        cursor text,
        as_of integer,
        generation integer not null,
        covered_from integer,
        covered_to integer,
        filled_at integer
      ) without rowid;

      -- People who have signed in here, for signing in while the back office cannot be reached.
      create table person (
        email_key text primary key,
        verifier text not null,
        document text not null,
        accepted_at integer not null
      ) without rowid;
    `,
  },
  {
    name: '002-safety',
    sql: `
      -- Safety answers of studies that have a row above; they go with it.
      create table safety_record (
        study_id text primary key,
        version integer not null,
        sign_off_steps integer not null,
        document text not null
      );

      -- Studies copied so far say nothing of their safety questions: the next look at each location copies them anew.
      delete from study;
      delete from machine_time;
      delete from search_word where kind = 'study';
      delete from location_sync;

      -- What the back office says of itself that must be known before it answers again.
      create table back_office_word (name text primary key, value text not null) without rowid;
    `,
  },
  {
    name: '003-balance',
    sql: `
      -- Studies copied so far say nothing of what is owed: the next look at each location copies them anew.
      delete from study;
      delete from safety_record;
      delete from machine_time;
      delete from search_word where kind = 'study';
      delete from location_sync;
    `,
  },
  {
    name: '004-study-details',
    sql: `
      -- Studies copied so far lack what the study's page shows beside booking and flags: they are copied anew.
      delete from study;
      delete from safety_record;
      delete from machine_time;
      delete from search_word where kind = 'study';
      delete from location_sync;
    `,
  },
]
