import { Kysely, SqliteDialect } from 'kysely'
import { openReadOnlyDatabase, type Database as SqliteDatabase } from '#runtime/encrypted-database.ts'
import type { Database } from '../database/database.ts'
import type { BackOfficeTables } from '../database/tables.ts'

/** Opens a copy for reading only; the file does not change by a byte. */
export const withCopy = async <Result>(
  path: string,
  keyHex: string,
  work: (copy: SqliteDatabase, db: Database) => Promise<Result>,
): Promise<Result> => {
  const copy = openReadOnlyDatabase(path, keyHex)
  const db = new Kysely<BackOfficeTables>({ dialect: new SqliteDialect({ database: copy }) })
  try {
    return await work(copy, db)
  } finally {
    copy.close()
  }
}

/** Returns the first column of a query. */
export const readColumn = <Value>(copy: SqliteDatabase, sql: string): Value[] =>
  copy.prepare<[], Value>(sql).pluck().all()

/** Returns the migrations of a copy, in the order in which they ran. */
export const readMigrations = (copy: SqliteDatabase): string[] =>
  readColumn<string>(copy, 'select name from migration order by position')

/** Returns the number of rows of each table. */
export const countRows = (copy: SqliteDatabase): Record<string, number> => {
  const tables = readColumn<string>(
    copy,
    "select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name",
  )
  return Object.fromEntries(
    tables.map((table) => [
      table,
      readColumn<number>(copy, `select count(*) from "${table.replaceAll('"', '""')}"`)[0] ?? 0,
    ]),
  )
}
