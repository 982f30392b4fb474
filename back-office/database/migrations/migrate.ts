import { sql } from 'kysely'
import type { Database, DatabaseKind } from '../database.ts'
import { migrations } from './migrations.ts'

/** Any number that no other advisory lock of this database uses. */
const migrationLock = 726_200_101

/**
 * Runs the outstanding migrations, all in one transaction under a lock, so that only one of several processes migrates
 * if they start at the same time. Throws when the database has a migration that this version lacks: an older program
 * must not write into a newer schema.
 */
export const migrate = async (db: Database, kind: DatabaseKind): Promise<void> => {
  await db.transaction().execute(async (transaction) => {
    if (kind === 'postgresql') await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(transaction)
    await sql`create table if not exists migration (name text primary key, position integer not null)`.execute(
      transaction,
    )
    const done = await sql<{ name: string }>`select name from migration`.execute(transaction)
    const doneNames = new Set(done.rows.map((row) => row.name))
    for (const name of doneNames) {
      if (!migrations.some((migration) => migration.name === name)) {
        throw new Error(`The database was written by a newer version: it has the migration ${name}.`)
      }
    }
    for (const [position, migration] of migrations.entries()) {
      if (doneNames.has(migration.name)) continue
      await migration.up(transaction, kind)
      await sql`insert into migration (name, position) values (${migration.name}, ${position + 1})`.execute(transaction)
    }
  })
}
