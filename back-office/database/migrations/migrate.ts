import { sql } from 'kysely'
import { type Database, type DatabaseKind, isForbidden } from '../database.ts'
import { readSchemaState } from '../schema-state.ts'
import { migrations } from './migrations.ts'

/** Any number that no other advisory lock of this database uses. */
const migrationLock = 726_200_101

const writtenByNewer = (name: string): Error =>
  new Error(`The database was written by a newer version: it has the migration ${name}.`)

/** Returns the error of a database whose schema is older than the program, and whose role may not change it. */
const mayNotMigrate = (names: readonly string[]): Error => {
  const [first = '', ...others] = names
  const which = others.length === 0 ? `the migration ${first}` : `${names.length} migrations, from ${first} on`
  const message = `The database lacks ${which}, and this database role may not make them. Run the command "migrate" with the role that owns the tables, then start again (docs/server.md).`
  return Object.assign(new Error(message), { code: 'MIGRATIONS_MISSING' })
}

/**
 * Runs the outstanding migrations, all in one transaction under a lock, so that only one of several processes migrates
 * if they start at the same time. On PostgreSQL a database that lacks none is only read, because the service's role may
 * have no right to create tables; a role without that right is refused when some are missing. Throws when the database
 * has a migration that this version lacks: an older program must not write into a newer schema.
 */
export const migrate = async (db: Database, kind: DatabaseKind): Promise<void> => {
  if (kind === 'sqlite') return runMigrations(db, kind)
  const { state, names } = await readSchemaState(db, kind)
  if (state === 'current') return
  if (state === 'newer') throw writtenByNewer(names[0] ?? '')
  try {
    await runMigrations(db, kind)
  } catch (error) {
    throw isForbidden(error) ? mayNotMigrate(names) : error
  }
}

const runMigrations = async (db: Database, kind: DatabaseKind): Promise<void> => {
  await db.transaction().execute(async (transaction) => {
    if (kind === 'postgresql') {
      // A migration may rewrite a large table, or wait for another process that migrates.
      await sql`set local statement_timeout = 0`.execute(transaction)
      await sql`set local lock_timeout = 0`.execute(transaction)
      await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(transaction)
    }
    await sql`create table if not exists migration (name text primary key, position integer not null)`.execute(
      transaction,
    )
    const done = await sql<{ name: string }>`select name from migration`.execute(transaction)
    const doneNames = new Set(done.rows.map((row) => row.name))
    for (const name of doneNames) {
      if (!migrations.some((migration) => migration.name === name)) {
        throw writtenByNewer(name)
      }
    }
    for (const [position, migration] of migrations.entries()) {
      if (doneNames.has(migration.name)) continue
      await migration.up(transaction, kind)
      await sql`insert into migration (name, position) values (${migration.name}, ${position + 1})`.execute(transaction)
    }
  })
}
