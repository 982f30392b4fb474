import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** The permanent id of this server, one row. A workstation's unsent work belongs to one server. */
export const serverIdentity: Migration = {
  name: '065-server-identity',
  up: async (db, kind) => {
    await sql`create table server_identity (identity_id integer primary key check (identity_id = 1),
      server_id text not null)`.execute(db)
    await (kind === 'sqlite'
      ? sql`insert into server_identity values (1, lower(hex(randomblob(16))))`
      : sql`insert into server_identity values (1, replace(gen_random_uuid()::text, '-', ''))`
    ).execute(db)
  },
}
