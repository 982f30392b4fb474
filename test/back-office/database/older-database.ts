import { Kysely } from 'kysely'
import { onTestFinished } from 'vitest'
import type { DatabaseKind, DatabaseSource } from '#back-office/database/database.ts'
import { migrations } from '#back-office/database/migrations/migrations.ts'
import { createPostgresDialect } from '#back-office/database/postgres-dialect.ts'
import { createSqliteDialect } from '#back-office/database/sqlite-dialect.ts'
import type { BackOfficeTables } from '#back-office/database/tables.ts'
import { vancouver } from '../booking/booking-desk.ts'

type OlderDatabase = {
  readonly db: Kysely<BackOfficeTables>
  /** Adds rows with the columns that the table has in this older database, which differ from the current ones. */
  add(table: keyof BackOfficeTables, rows: object | readonly object[]): Promise<void>
  addVancouver(): Promise<void>
  /** Runs the migration that {@link openBefore} was given, and all later ones. */
  migrate(): Promise<void>
}

type Databases = { readonly kind: DatabaseKind; newSource(): Promise<DatabaseSource> }

/** Opens a database as it was before the migration `name`; closes it after the test. */
export const openBefore = async (name: string, { kind, newSource }: Databases): Promise<OlderDatabase> => {
  const place = migrations.findIndex((migration) => migration.name === name)
  if (place === -1) throw new Error(`There is no migration ${name}.`)
  const source = await newSource()
  const db = new Kysely<BackOfficeTables>({
    dialect:
      source.kind === 'postgresql'
        ? createPostgresDialect({ url: source.url, onLost: () => {} })
        : createSqliteDialect({ path: source.path, keyHex: source.keyHex ?? null }),
  })
  onTestFinished(() => db.destroy())
  const add: OlderDatabase['add'] = async (table, rows) => {
    await db
      .insertInto(table)
      .values(rows as never)
      .execute()
  }
  for (const migration of migrations.slice(0, place)) await migration.up(db, kind)
  return {
    db,
    add,
    addVancouver: () => add('location', { location_id: 'ca-bc-1', document: JSON.stringify(vancouver) }),
    migrate: async () => {
      for (const migration of migrations.slice(place)) await migration.up(db, kind)
    },
  }
}
