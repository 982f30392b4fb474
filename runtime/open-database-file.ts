import { existsSync, renameSync, rmSync } from 'node:fs'
import {
  type Database,
  type EncryptedDatabase,
  openEncryptedDatabase,
  readHeaderNumbers,
} from './encrypted-database.ts'

/** One step of a file's schema; its place in the list is its number. Steps are only ever added at the end. */
export type FileMigration = { readonly name: string; readonly sql: string }

type DatabaseFile = Pick<EncryptedDatabase, 'path' | 'synchronous'> & {
  readonly keyHex: string
  readonly migrations: readonly FileMigration[]
  /** The program's version as `1.2.3`. A migration records it, for an older program that finds the file later. */
  readonly version?: string | undefined
}

const busyTimeoutMs = 5000

/** Files that belong to one database: itself, its write-ahead log and the log's index. */
const suffixes = ['', '-wal', '-shm'] as const

const damageCodes = ['SQLITE_NOTADB', 'SQLITE_CORRUPT', 'SQLITE_IOERR_SHORT_READ', 'SQLITE_FORMAT']

/** A database of a later version of Atrium. It is not damaged, and was not changed. */
export class NewerDatabaseError extends Error {
  override name = 'NewerDatabaseError'
  /** The number of steps of the file's schema. */
  readonly found: number
  /** The number of steps that this program knows. */
  readonly known: number
  /** The version of Atrium that brought the file to its schema, the oldest that is known to read it; null where none is recorded. */
  readonly writtenBy: string | null

  constructor(numbers: { readonly found: number; readonly known: number; readonly writtenBy: string | null }) {
    super(`The database has schema ${numbers.found}, this Atrium knows ${numbers.known}`)
    this.found = numbers.found
    this.known = numbers.known
    this.writtenBy = numbers.writtenBy
  }
}

/** `1.2.3` as the one number that a database's header has room for; 0 where it does not fit. */
const toNumber = (version: string): number => {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})(?![\d.])/.exec(version)?.slice(1).map(Number) ?? []
  return parts.reduce((number, part) => number * 1000 + part, 0)
}

const toVersion = (number: number): string | null =>
  number > 0 ? [Math.floor(number / 1_000_000), Math.floor(number / 1000) % 1000, number % 1000].join('.') : null

/** True when what was thrown means that a file cannot be read as it is: wrong key, truncated, bad page. */
export const isDamage = (thrown: unknown): boolean =>
  thrown instanceof Error &&
  'code' in thrown &&
  typeof thrown.code === 'string' &&
  damageCodes.some((code) => thrown.code === code || String(thrown.code).startsWith(`${code}_`))

const refuseNewer = (found: number, known: number, applicationID: number): void => {
  if (found > known) throw new NewerDatabaseError({ found, known, writtenBy: toVersion(applicationID) })
}

/** The numbers of a file's header, without a write; null where the file is missing or cannot be read so. */
const peek = ({ path, keyHex }: DatabaseFile): ReturnType<typeof readHeaderNumbers> | null => {
  if (!existsSync(path)) return null
  try {
    return readHeaderNumbers(path, keyHex)
  } catch {
    // What is wrong with the file is found again when it is opened.
    return null
  }
}

/**
 * Opens an encrypted SQLite file, creating it when it is missing, and brings its schema up to date. Throws what SQLite
 * throws (see {@link isDamage}); the file is closed again then. Throws {@link NewerDatabaseError} for a file of a later version,
 * without a write to it.
 */
export const openDatabaseFile = (file: DatabaseFile): Database => {
  const { migrations, version, ...opened } = file
  const header = peek(file)
  if (header !== null) refuseNewer(header.userVersion, migrations.length, header.applicationID)
  const db = openEncryptedDatabase({ ...opened, busyTimeoutMs })
  try {
    migrate(db, migrations, version)
    return db
  } catch (thrown) {
    db.close()
    throw thrown
  }
}

const migrate = (db: Database, migrations: readonly FileMigration[], version: string | undefined): void => {
  const run = db.transaction(() => {
    const done = Number(db.pragma('user_version', { simple: true }))
    refuseNewer(done, migrations.length, Number(db.pragma('application_id', { simple: true })))
    // Even an equal number would be a write, and a damaged file is to be moved aside just as it was found.
    if (done === migrations.length) return
    for (const migration of migrations.slice(done)) db.exec(migration.sql)
    db.pragma(`user_version=${migrations.length}`)
    if (version !== undefined) db.pragma(`application_id=${toNumber(version)}`)
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
