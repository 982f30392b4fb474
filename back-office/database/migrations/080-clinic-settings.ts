import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** The texts of e-mails that an administrator wrote, and the settings of the whole clinic group, one row. */
export const clinicSettings: Migration = {
  name: '080-clinic-settings',
  up: async (db) => {
    await sql`create table mail_text (kind text primary key, subject text not null, body text not null,
      version integer not null)`.execute(db)
    await sql`create table clinic_setting (setting_id integer primary key check (setting_id = 1),
      lock_minutes integer not null check (lock_minutes between 1 and 15), version integer not null)`.execute(db)
  },
}
