import { sql } from 'kysely'
import type { Database, DatabaseKind } from '../database.ts'
import { migrations } from './migrations.ts'

/** Any number will do that nothing else in this database locks by. */
const migrationLock = 726_200_101

/**
 * Runs the migrations that have not run yet, all in one transaction under a lock, so that of several processes starting at
 * once one does the work and the others find it done. Throws when the database knows a migration that this version does
 * not: an older program must not write into a newer shape.
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
        throw new Error(`The database was written by a newer version: it has ${name}.`)
      }
    }
    for (const [position, migration] of migrations.entries()) {
      if (doneNames.has(migration.name)) continue
      await migration.up(transaction, kind)
      await sql`insert into migration (name, position) values (${migration.name}, ${position + 1})`.execute(transaction)
    }
  })
}
