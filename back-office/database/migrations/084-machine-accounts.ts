import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** The accounts of other systems, which may send results and do nothing else. */
export const machineAccounts: Migration = {
  name: '084-machine-accounts',
  up: async (db) => {
    await sql`create table machine_account (
      account_id text primary key,
      name text not null unique,
      token_hash text not null unique,
      created_at bigint not null)`.execute(db)
  },
}
