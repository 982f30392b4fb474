import type { FileMigration } from '#runtime/open-database-file.ts'

/** Migrations of the cache: copies of back-office records. Instants are epoch seconds here, whole records are JSON. */
export const cacheMigrations: readonly FileMigration[] = [
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

      -- Studies copied so far lack their safety questions: the next sync of each location copies them again.
      delete from study;
      delete from machine_time;
      delete from search_word where kind = 'study';
      delete from location_sync;

      -- Facts of the back office that are needed before it answers again.
      create table back_office_word (name text primary key, value text not null) without rowid;
    `,
  },
  {
    name: '003-balance',
    sql: `
      -- Studies copied so far lack the balance: the next sync of each location copies them again.
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
      -- Studies copied so far lack what the study's page shows beside booking and flags: they are copied again.
      delete from study;
      delete from safety_record;
      delete from machine_time;
      delete from search_word where kind = 'study';
      delete from location_sync;
    `,
  },
  {
    name: '005-member-search',
    sql: `
      -- Under which keys a misspelling finds a word of a name.
      create table name_key (name_key text not null, word text not null, primary key (name_key, word)) without rowid;

      -- Members with a study at a location at any time, whether or not the study is copied.
      create table member_place (
        location_id text not null,
        member_id text not null,
        copied_at integer not null,
        primary key (location_id, member_id)
      ) without rowid;
      create index member_place_by_member on member_place (member_id);
      alter table location_sync add column members_copied_at integer;

      -- The copy stays readable until each location has been copied again. Until then a study shows the saved answers alone.
      update study set document = json_set(document, '$.safety.required', null)
        where json_type(document, '$.safety.required') is null;
      update study set document = json_set(document, '$.safety.draft', null)
        where json_type(document, '$.safety.draft') is null;
      update safety_record set document = json_set(document, '$.draft', null)
        where json_type(document, '$.draft') is null;
      update safety_record set document = json_set(document, '$.settleReasons', json('[]'))
        where json_type(document, '$.settleReasons') is null;
      update location_sync set filled_at = null;
    `,
  },
  {
    name: '006-member-names',
    sql: `
      -- Names alone, close together: a search compares hundreds of them.
      create table member_name (
        member_id text primary key,
        firstname text not null,
        middlename text not null,
        preferred_name text not null,
        lastname text not null
      ) without rowid;
      insert into member_name
        select member_id, document ->> '$.firstname', document ->> '$.middlename', document ->> '$.preferredName',
          document ->> '$.lastname'
        from member;

      -- The rules by which a member was indexed. Earlier copies are found by exact words until they are indexed again.
      alter table member add column index_rules integer not null default 0;

      -- Who created a member at this workstation.
      create table member_creator (member_id text primary key, user_id text not null) without rowid;

      -- How far the copy of all members of a location has come: for which fill, since when and after whom.
      alter table location_sync add column members_copy_for integer;
      alter table location_sync add column members_copy_began integer;
      alter table location_sync add column members_copy_after text;
    `,
  },
  {
    name: '007-fill-began',
    sql: `
      -- When the last complete fill of a location began, so that the rows of one that never ended can be removed.
      alter table location_sync add column fill_began integer;
    `,
  },
  {
    name: '008-papers',
    sql: `
      -- Studies that were cached before a sedative could have a recorded prescription, and a consent a version.
      update study set document = json_set(document, '$.sedative.prescription', null)
        where json_type(document, '$.sedative') = 'object' and json_type(document, '$.sedative.prescription') is null;
      update study set document = json_set(document, '$.details.consentText', null)
        where json_type(document, '$.details') = 'object' and json_type(document, '$.details.consentText') is null;
    `,
  },
]
