import { existsSync, renameSync, rmSync } from 'node:fs'
import { type Database, type EncryptedDatabase, openEncryptedDatabase } from './encrypted-database.ts'

/** One step of a file's schema; its place in the list is its number. Steps are only ever added at the end. */
export type Migration = { readonly name: string; readonly sql: string }

type DatabaseFile = Pick<EncryptedDatabase, 'path' | 'synchronous'> & {
  readonly keyHex: string
  readonly migrations: readonly Migration[]
}

const busyTimeoutMs = 5000

/** Files that belong to one database: itself, its write-ahead log and the log's index. */
const suffixes = ['', '-wal', '-shm'] as const

const damageCodes = ['SQLITE_NOTADB', 'SQLITE_CORRUPT', 'SQLITE_IOERR_SHORT_READ', 'SQLITE_FORMAT']

/** A database written by a later version of Atrium: neither damaged nor ours to touch. */
class NewerDatabaseError extends Error {}

/** True when what was thrown means that a file cannot be read as it is: wrong key, truncated, bad page. */
export const isDamage = (thrown: unknown): boolean =>
  thrown instanceof Error &&
  'code' in thrown &&
  typeof thrown.code === 'string' &&
  damageCodes.some((code) => thrown.code === code || String(thrown.code).startsWith(`${code}_`))

/**
 * Opens an encrypted SQLite file, creating it when it is missing, and brings its schema up to date. Throws what SQLite
 * throws (see {@link isDamage}) and {@link NewerDatabaseError}; the file is closed again then.
 */
export const openDatabaseFile = ({ migrations, ...file }: DatabaseFile): Database => {
  const db = openEncryptedDatabase({ ...file, busyTimeoutMs })
  try {
    migrate(db, migrations)
    return db
  } catch (thrown) {
    db.close()
    throw thrown
  }
}

const migrate = (db: Database, migrations: readonly Migration[]): void => {
  const run = db.transaction(() => {
    const done = Number(db.pragma('user_version', { simple: true }))
    if (done > migrations.length) throw new NewerDatabaseError(`Schema ${done}, this Atrium knows ${migrations.length}`)
    // Even an equal number would be a write, and a damaged file is to be moved aside just as it was found.
    if (done === migrations.length) return
    for (const migration of migrations.slice(done)) db.exec(migration.sql)
    db.pragma(`user_version=${migrations.length}`)
  })
  run.immediate()
}

/** Renames a database and its side files, so that nothing in them is lost. */
export const setDatabaseAside = (path: string, newPath: string): void => {
  for (const suffix of suffixes) if (existsSync(path + suffix)) renameSync(path + suffix, newPath + suffix)
}

/** Removes a database and its side files. */
export const deleteDatabaseFiles = (path: string): void => {
  for (const suffix of suffixes) rmSync(path + suffix, { force: true })
}
