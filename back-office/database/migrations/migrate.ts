import { sql } from 'kysely'
import { type Database, type DatabaseKind, isForbidden } from '../database.ts'
import { readSchemaState } from '../schema-state.ts'
import type { Migration } from './migration.ts'
import { migrations } from './migrations.ts'

/** Any number that no other advisory lock of this database uses. */
const migrationLock = 726_200_101

const writtenByNewer = (name: string): Error =>
  new Error(`The database was written by a newer version: it has the migration ${name}.`)

const describeMigrations = (names: readonly string[]): string => {
  const [first = '', ...others] = names
  return others.length === 0 ? `the migration ${first}` : `${names.length} migrations, from ${first} on`
}

/** Returns the error of a database with data that may only be migrated after a backup. */
export const needsBackup = (names: readonly string[]): Error => {
  const message = `The database lacks ${describeMigrations(names)}. Migrations come after a backup: run the command "migrate" (docs/server.md), then start again.`
  return Object.assign(new Error(message), { code: 'MIGRATIONS_MISSING' })
}

/** Returns the error of a database whose schema is older than the program, and whose role may not change it. */
const mayNotMigrate = (names: readonly string[]): Error => {
  const message = `The database lacks ${describeMigrations(names)}, and this database role may not make them. Run the command "migrate" with the role that owns the tables, then start again (docs/server.md).`
  return Object.assign(new Error(message), { code: 'MIGRATIONS_MISSING' })
}

/**
 * Runs the outstanding migrations, all in one transaction under a lock, so that only one of several processes migrates
 * if they start at the same time. On PostgreSQL a database that is up to date is only read, because the service's role
 * may have no right to create tables. If migrations are missing, a role without that right is refused. Throws when the
 * database has a migration that this version lacks: an older program must not write into a newer schema.
 */
export const migrate = async (
  db: Database,
  kind: DatabaseKind,
  list: readonly Migration[] = migrations,
): Promise<void> => {
  if (kind === 'sqlite') return runMigrations(db, kind, list)
  const { state, names } = await readSchemaState(db, kind, list)
  if (state === 'current') return
  if (state === 'newer') throw writtenByNewer(names[0] ?? '')
  try {
    await runMigrations(db, kind, list)
  } catch (error) {
    throw isForbidden(error) ? mayNotMigrate(names) : error
  }
}

const runMigrations = (db: Database, kind: DatabaseKind, list: readonly Migration[]): Promise<void> =>
  db.transaction().execute((transaction) => apply(transaction, kind, list))

/** Thrown to roll a transaction back. */
class RolledBack extends Error {}

/**
 * Runs the outstanding migrations in a transaction that is rolled back. On PostgreSQL it gives up after waiting five
 * seconds for the locks of a running server. Throws what a migration throws.
 */
export const tryMigrations = async (
  db: Database,
  kind: DatabaseKind,
  list: readonly Migration[] = migrations,
): Promise<void> => {
  try {
    await db.transaction().execute(async (transaction) => {
      if (kind === 'postgresql') await sql`set local lock_timeout = 5000`.execute(transaction)
      await apply(transaction, kind, list, { isTrial: true })
      throw new RolledBack()
    })
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error
  }
}

const apply = async (
  transaction: Database,
  kind: DatabaseKind,
  list: readonly Migration[],
  { isTrial = false } = {},
): Promise<void> => {
  if (kind === 'postgresql') {
    // A migration may rewrite a large table, or wait for another process that migrates.
    await sql`set local statement_timeout = 0`.execute(transaction)
    if (!isTrial) await sql`set local lock_timeout = 0`.execute(transaction)
    await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(transaction)
  }
  await sql`create table if not exists migration (name text primary key, position integer not null)`.execute(
    transaction,
  )
  // Waits for the transactions of running servers, and blocks new ones until this one ends (schema-fence.ts).
  if (kind === 'postgresql') await sql`lock table migration in access exclusive mode`.execute(transaction)
  const done = await sql<{ name: string }>`select name from migration`.execute(transaction)
  const doneNames = new Set(done.rows.map((row) => row.name))
  for (const name of doneNames) {
    if (!list.some((migration) => migration.name === name)) throw writtenByNewer(name)
  }
  for (const [position, migration] of list.entries()) {
    if (doneNames.has(migration.name)) continue
    await migration.up(transaction, kind)
    await sql`insert into migration (name, position) values (${migration.name}, ${position + 1})`.execute(transaction)
  }
}
