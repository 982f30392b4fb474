import { sql } from 'kysely'
import type { Database, DatabaseKind } from './database.ts'
import type { Migration } from './migrations/migration.ts'
import { migrations } from './migrations/migrations.ts'

/**
 * How the database's migrations compare with those of this version: they are `current`, some are `missing`, or a
 * `newer` version wrote some. `names` are the missing ones, or those of the newer version. `isNew` is true for a
 * database that has no migrations yet.
 */
type SchemaState = {
  readonly state: 'current' | 'missing' | 'newer'
  readonly names: readonly string[]
  readonly isNew: boolean
}

const hasTable = async (db: Database, kind: DatabaseKind): Promise<boolean> => {
  const query =
    kind === 'postgresql'
      ? sql<{ found: unknown }>`select to_regclass('migration') as found`
      : sql<{
          found: unknown
        }>`select max(name) as found from sqlite_master where type = 'table' and name = 'migration'`
  return (await query.execute(db)).rows[0]?.found !== null
}

/** Reads the state of the database's schema. Only reads: it needs no right to create tables. */
export const readSchemaState = async (
  db: Database,
  kind: DatabaseKind,
  list: readonly Migration[] = migrations,
): Promise<SchemaState> => {
  const rows = (await hasTable(db, kind))
    ? (await sql<{ name: string }>`select name from migration`.execute(db)).rows
    : []
  const done = new Set(rows.map(({ name }) => name))
  const known = list.map(({ name }) => name)
  const newer = [...done].filter((name) => !known.includes(name))
  const isNew = done.size === 0
  if (newer.length > 0) return { state: 'newer', names: newer, isNew }
  const missing = known.filter((name) => !done.has(name))
  return { state: missing.length === 0 ? 'current' : 'missing', names: missing, isNew }
}

/** Returns whether the database accepts no changes: it is a replica of PostgreSQL, or was set to be read only. */
export const isReadOnly = async (db: Database, kind: DatabaseKind): Promise<boolean> => {
  if (kind === 'sqlite') return false
  const { rows } = await sql<{ value: string }>`select current_setting('transaction_read_only') as value`.execute(db)
  return rows[0]?.value === 'on'
}
