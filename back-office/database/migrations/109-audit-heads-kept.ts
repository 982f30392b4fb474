import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** What each workstation last reported of the audit heads that it keeps, and the reviews of differences. */
export const auditHeadsKept: Migration = {
  name: '109-audit-heads-kept',
  up: async (db) => {
    await sql`create table audit_heads_kept (
      workstation_id text primary key,
      compared_at bigint not null,
      confirmed_at bigint,
      confirmed_rows bigint,
      problem text,
      problem_at bigint,
      check ((confirmed_at is null) = (confirmed_rows is null)),
      check ((problem is null) = (problem_at is null)))`.execute(db)
    await sql`create table audit_heads_review (
      review_id text primary key,
      until bigint not null,
      reason text not null,
      by_user text not null,
      at bigint not null)`.execute(db)
  },
}
