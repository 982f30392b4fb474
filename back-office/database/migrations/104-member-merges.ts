import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * Merges of duplicate members, each with the data to undo it. A merged member's row stays, and names the member into
 * which it was merged. The database allows only one merge of a member that has not been undone.
 */
export const memberMerges: Migration = {
  name: '104-member-merges',
  up: async (db) => {
    await sql`alter table member add column merged_into text`.execute(db)
    await sql`create index member_by_merged_into on member (merged_into) where merged_into is not null`.execute(db)
    await sql`create table member_merge (
      merge_id text primary key, kept_id text not null, merged_id text not null, reason text not null,
      document text not null, merged_at bigint not null, by_user text not null, by_name text not null,
      undone_at bigint, undone_by text, undone_by_name text, undone_reason text)`.execute(db)
    await sql`create unique index member_merge_open on member_merge (merged_id) where undone_at is null`.execute(db)
    await sql`create index member_merge_by_kept on member_merge (kept_id)`.execute(db)
    await sql`create index member_merge_by_time on member_merge (merged_at)`.execute(db)
  },
}
