import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** The directory of pharmacies, whose entries fill the pharmacy of the safety questions. */
export const pharmacies: Migration = {
  name: '114-pharmacies',
  up: async (db) => {
    await sql`create table pharmacy (pharmacy_id text primary key, document text not null,
      version integer not null default 1, active integer not null default 1 check (active in (0, 1)))`.execute(db)
  },
}
