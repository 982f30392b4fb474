import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * The clinic's own texts of the member agreement and consent. `scope` is a location's id, or `all`. Rows are only
 * added, because a signed consent names its version.
 */
export const consentTexts: Migration = {
  name: '092-consent-texts',
  up: async (db) => {
    await sql`create table consent_text (
      text_id text primary key,
      scope text not null,
      version integer not null check (version > 0),
      title text not null,
      body text not null,
      withdrawn integer not null check (withdrawn in (0, 1)),
      created_at bigint not null,
      created_by text not null)`.execute(db)
    await sql`create unique index consent_text_by_version on consent_text (scope, version)`.execute(db)
  },
}
