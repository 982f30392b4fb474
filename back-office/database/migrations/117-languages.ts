import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * The language of each member and of each text of the consent, and the texts of emails in languages other than English.
 * All existing rows are English.
 */
export const memberLanguages: Migration = {
  name: '117-languages',
  up: async (db) => {
    await sql`alter table member add column language text not null default 'en'`.execute(db)
    await sql`alter table consent_text add column language text not null default 'en'`.execute(db)
    await sql`create table mail_text_translation (kind text not null, language text not null, subject text not null,
      body text not null, version integer not null, primary key (kind, language))`.execute(db)
  },
}
