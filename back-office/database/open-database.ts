import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { Kysely } from 'kysely'
import { encryptPlainDatabase } from '#runtime/encrypted-database.ts'
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

/** Creates the file before SQLite does, readable only by its owner; SQLite's journals take the same permissions. */
const makeFile = (path: string, keyHex: string | undefined): string => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  closeSync(openSync(path, 'a', 0o600))
  if (keyHex !== undefined) encryptPlainDatabase(path, keyHex)
  return path
}
