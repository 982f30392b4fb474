import { Kysely, SqliteDialect } from 'kysely'
import type { DatabaseSource, OpenDatabase } from './database.ts'
import { createPostgresDialect } from './postgres-dialect.ts'
import { openSqliteConnection } from './sqlite-connection.ts'
import type { BackOfficeTables } from './tables.ts'

/**
 * Opens a migrated database for one thread that searches it: on SQLite a read-only connection in that thread, on
 * PostgreSQL one connection of its own.
 */
export const openForSearch = (source: DatabaseSource): Omit<OpenDatabase, 'isSuperseded'> => {
  const dialect =
    source.kind === 'postgresql'
      ? createPostgresDialect({ url: source.url, poolSize: 1, onLost: () => {} })
      : new SqliteDialect({
          database: async () =>
            openSqliteConnection({ path: source.path, keyHex: source.keyHex ?? null, readOnly: true }),
        })
  const db = new Kysely<BackOfficeTables>({ dialect })
  return { db, kind: source.kind, close: () => db.destroy() }
}
