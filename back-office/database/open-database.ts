import { dirname } from 'node:path'
import { type Dialect, Kysely } from 'kysely'
import { encryptPlainDatabase } from '#runtime/encrypted-database.ts'
import { createPrivateFile, makePrivateFolder } from '#runtime/private-modes.ts'
import type { DatabaseSource, OpenDatabase } from './database.ts'
import { migrate, needsBackup, tryMigrations } from './migrations/migrate.ts'
import { migrations } from './migrations/migrations.ts'
import { createPostgresDialect } from './postgres-dialect.ts'
import { fenceDialect } from './schema-fence.ts'
import { isReadOnly, readSchemaState } from './schema-state.ts'
import { createSqliteDialect } from './sqlite-dialect.ts'
import type { BackOfficeTables } from './tables.ts'

type OpenOptions = {
  /** Called for each connection that PostgreSQL dropped, with its code. */
  readonly onLost?: (code: string) => void
  /**
   * Makes a backup before migrations run on a database with data; the migrations do not begin if it rejects. If it is
   * absent, such a database is refused.
   */
  readonly beforeMigrating?: (names: readonly string[]) => Promise<unknown>
}

/**
 * Opens the back office's database and migrates it to the current schema; several processes may do so at the same time.
 * After a newer program has migrated it, every write of this process is refused (schema-fence.ts). Rejects when the
 * file cannot be read with this key, the server cannot be reached or is a replica, a newer version wrote the database,
 * or migrations are missing and no backup is made.
 */
export const openDatabase = async (
  source: DatabaseSource,
  { onLost = () => {}, beforeMigrating }: OpenOptions = {},
): Promise<OpenDatabase> => {
  const { kind } = source
  const known = migrations.map(({ name }) => name)
  const { dialect, fence } = fenceDialect(toDialect(source, onLost), kind, known)
  const db = new Kysely<BackOfficeTables>({ dialect })
  try {
    if (await isReadOnly(db, kind)) throw readOnly()
    const { state, isNew, names: missing } = await readSchemaState(db, kind)
    if (state === 'missing' && !isNew) {
      if (beforeMigrating === undefined) throw needsBackup(missing)
      await beforeMigrating(missing)
    }
    await migrate(db, kind)
    fence.start()
  } catch (error) {
    await db.destroy().catch(() => {})
    throw error
  }
  return { db, kind, isSuperseded: () => fence.isClosed(), close: () => db.destroy() }
}

const readOnly = (): Error =>
  Object.assign(
    new Error('The database accepts no changes: it is a replica or read only. Give the address of the primary.'),
    { code: 'DATABASE_READ_ONLY' },
  )

/** Runs the outstanding migrations and rolls them back. Throws what a migration throws. */
export const tryMigrating = async (source: DatabaseSource): Promise<void> => {
  const db = new Kysely<BackOfficeTables>({ dialect: toDialect(source) })
  try {
    await tryMigrations(db, source.kind)
  } finally {
    await db.destroy().catch(() => {})
  }
}

const toDialect = (source: DatabaseSource, onLost: (code: string) => void = () => {}): Dialect =>
  source.kind === 'postgresql'
    ? createPostgresDialect({ url: source.url, onLost })
    : createSqliteDialect({ path: makeFile(source.path, source.keyHex), keyHex: source.keyHex ?? null })

/** Creates the file before SQLite does, with its private mode; SQLite's journals take the same permissions. */
const makeFile = (path: string, keyHex: string | undefined): string => {
  makePrivateFolder(dirname(path))
  createPrivateFile(path)
  if (keyHex !== undefined) encryptPlainDatabase(path, keyHex)
  return path
}
