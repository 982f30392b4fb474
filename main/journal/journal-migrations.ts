import type { FileMigration } from '#runtime/open-database-file.ts'

/**
 * Migrations of the journal, which has the only copy of its data. Rows are resolved and acknowledged; the file is never
 * deleted.
 */
export const journalMigrations: readonly FileMigration[] = [
  {
    name: '001-drafts-and-attempts',
    sql: `
      create table draft (
        author text not null,
        draft_id text not null,
        content text not null,
        saved_at integer not null,
        primary key (author, draft_id)
      ) without rowid;

      create table booking_attempt (
        idempotency_key text primary key,
        author text not null,
        kind text not null,
        draft_id text,
        request text not null,
        state text not null check (state in ('open', 'done', 'refused', 'withdrawn')),
        answer text,
        acknowledged integer not null default 0,
        begun_at integer not null,
        settled_at integer
      ) without rowid;
      create index booking_attempt_open on booking_attempt (author, state) where acknowledged = 0;
    `,
  },
  {
    name: '002-payment-attempts',
    sql: `
      create table payment_attempt (
        attempt_id text primary key,
        study_id text not null,
        is_open integer not null,
        acknowledged integer not null,
        attempt text not null,
        begun_at text not null
      );
      create index payment_attempt_open on payment_attempt (study_id) where is_open = 1;
      create index payment_attempt_unacknowledged on payment_attempt (begun_at) where is_open = 1 or acknowledged = 0;
    `,
  },
  {
    name: '003-tenders',
    sql: `
      create table tender (
        idempotency_key text primary key,
        call_key text not null,
        author text not null,
        study_id text not null,
        payment_type text not null,
        is_whitelabel integer not null,
        amount_minor integer not null,
        request text not null,
        state text not null check (state in ('open', 'waiting', 'done', 'refused', 'withdrawn')),
        failure text,
        acknowledged integer not null default 0,
        begun_at integer not null,
        settled_at integer
      );
      create index tender_unacknowledged on tender (author, study_id) where acknowledged = 0;

      create table setting (name text primary key, value text not null) without rowid;
    `,
  },
  {
    name: '004-tender-author-names',
    sql: `alter table tender add column author_name text not null default '';`,
  },
  {
    name: '005-study-acts',
    sql: `
      create table study_act (
        idempotency_key text primary key,
        author text not null,
        author_name text not null,
        study_id text not null,
        kind text not null check (kind in ('checkin', 'note')),
        request text not null,
        state text not null check (state in ('open', 'waiting', 'done', 'refused', 'withdrawn')),
        failure text,
        acknowledged integer not null default 0,
        done_at integer not null,
        settled_at integer
      );
      create index study_act_unread on study_act (study_id) where acknowledged = 0;

      -- Earlier versions stored check-ins with the bookings. Those with an unknown outcome move here, with the same key and body.
      insert into study_act (idempotency_key, author, author_name, study_id, kind, request, state, done_at)
        select idempotency_key, author, '', json_extract(request, '$.studyID'), 'checkin',
               json_extract(request, '$.body'), 'open', begun_at
        from booking_attempt where kind = 'check-in' and state = 'open' and acknowledged = 0;
      delete from booking_attempt where kind = 'check-in' and state = 'open';
    `,
  },
  {
    name: '006-jobs',
    sql: `
      create table job (
        seq integer primary key,
        job_id text not null unique,
        kind text not null check (kind in ('fax', 'email', 'cd', 'usb', 'print')),
        state text not null
          check (state in ('queued', 'sending', 'handed-over', 'delivered', 'failed', 'uncertain', 'cancelled')),
        due_at integer,
        changed_at integer not null,
        at integer not null,
        attempts integer not null default 0,
        strikes integer not null default 0,
        is_out_of_reach integer not null default 0,
        is_dismissed integer not null default 0,
        receipt text,
        reason text,
        progress text,
        payload text not null,
        face text not null
      );
      -- This index finds the next due job and counts the jobs by state. It omits jobs that have ended.
      create index job_live on job (kind, state, due_at)
        where is_dismissed = 0 and state in ('queued', 'sending', 'handed-over', 'failed', 'uncertain');

      -- A separate table, so that reading a list of jobs does not read the content that they send.
      create table job_content (job_id text primary key, content blob not null);
    `,
  },
  {
    name: '007-member-message-jobs',
    sql: `
      -- SQLite changes no check in place: the table is written again with one kind more.
      create table job_of_more_kinds (
        seq integer primary key,
        job_id text not null unique,
        kind text not null check (kind in ('fax', 'email', 'cd', 'usb', 'message', 'print')),
        state text not null
          check (state in ('queued', 'sending', 'handed-over', 'delivered', 'failed', 'uncertain', 'cancelled')),
        due_at integer,
        changed_at integer not null,
        at integer not null,
        attempts integer not null default 0,
        strikes integer not null default 0,
        is_out_of_reach integer not null default 0,
        is_dismissed integer not null default 0,
        receipt text,
        reason text,
        progress text,
        payload text not null,
        face text not null
      );
      insert into job_of_more_kinds
        (seq, job_id, kind, state, due_at, changed_at, at, attempts, strikes, is_out_of_reach, is_dismissed, receipt,
         reason, progress, payload, face)
        select seq, job_id, kind, state, due_at, changed_at, at, attempts, strikes, is_out_of_reach, is_dismissed, receipt,
          reason, progress, payload, face
        from job;
      drop table job;
      alter table job_of_more_kinds rename to job;
      create index job_live on job (kind, state, due_at)
        where is_dismissed = 0 and state in ('queued', 'sending', 'handed-over', 'failed', 'uncertain');
    `,
  },
]
