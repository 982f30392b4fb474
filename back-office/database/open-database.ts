import { dirname } from 'node:path'
import { Kysely } from 'kysely'
import { encryptPlainDatabase } from '#runtime/encrypted-database.ts'
import { createPrivateFile, makePrivateFolder } from '#runtime/private-modes.ts'
import type { DatabaseSource, OpenDatabase } from './database.ts'
import { migrate } from './migrations/migrate.ts'
import { createPostgresDialect } from './postgres-dialect.ts'
import { createSqliteDialect } from './sqlite-dialect.ts'
import type { BackOfficeTables } from './tables.ts'

/**
 * Opens the back office's database and migrates it to the current schema; several processes may do so at the same time.
 * Rejects when the file cannot be read with this key, the server cannot be reached, or a newer version wrote the
 * database.
 */
export const openDatabase = async (
  source: DatabaseSource,
  onLost: (code: string) => void = () => {},
): Promise<OpenDatabase> => {
  const dialect =
    source.kind === 'postgresql'
      ? createPostgresDialect({ url: source.url, onLost })
      : createSqliteDialect({ path: makeFile(source.path, source.keyHex), keyHex: source.keyHex ?? null })
  const db = new Kysely<BackOfficeTables>({ dialect })
  try {
    await migrate(db, source.kind)
  } catch (error) {
    await db.destroy().catch(() => {})
    throw error
  }
  return { db, kind: source.kind, close: () => db.destroy() }
}

/** Creates the file before SQLite does, with its private mode; SQLite's journals take the same permissions. */
const makeFile = (path: string, keyHex: string | undefined): string => {
  makePrivateFolder(dirname(path))
  createPrivateFile(path)
  if (keyHex !== undefined) encryptPlainDatabase(path, keyHex)
  return path
}
