import { existsSync, renameSync, rmSync } from 'node:fs'
import {
  type Database,
  type EncryptedDatabase,
  openEncryptedDatabase,
  readHeaderNumbers,
} from './encrypted-database.ts'

/** One step of a file's schema; its number is its position in the list. New steps are only added at the end. */
export type FileMigration = { readonly name: string; readonly sql: string }

type DatabaseFile = Pick<EncryptedDatabase, 'path' | 'synchronous'> & {
  readonly keyHex: string
  readonly migrations: readonly FileMigration[]
  /** The program's version as `1.2.3`. A migration records it, for an older program that finds the file later. */
  readonly version?: string | undefined
}

const busyTimeoutMs = 5000

/** Suffixes of the files of one database: the file itself, its write-ahead log and the log's index. */
const suffixes = ['', '-wal', '-shm'] as const

const damageCodes = ['SQLITE_NOTADB', 'SQLITE_CORRUPT', 'SQLITE_IOERR_SHORT_READ', 'SQLITE_FORMAT']

/** Thrown for a database of a later version of Atrium. The database is not damaged, and was not changed. */
export class NewerDatabaseError extends Error {
  override name = 'NewerDatabaseError'
  /** The number of steps of the file's schema. */
  readonly found: number
  /** The number of steps that this program knows. */
  readonly known: number
  /**
   * The version of Atrium that wrote the file's schema: the oldest version that is known to read the file. Null when
   * none is recorded.
   */
  readonly writtenBy: string | null

  constructor(numbers: { readonly found: number; readonly known: number; readonly writtenBy: string | null }) {
    super(`The database has schema ${numbers.found}, but this version of Atrium supports schema ${numbers.known}`)
    this.found = numbers.found
    this.known = numbers.known
    this.writtenBy = numbers.writtenBy
  }
}

/** The largest `application_id`: a number of 32 bits with a sign. */
const largestNumber = 2 ** 31 - 1

/** Encodes `1.2.3` as one number, for a database's header; 0 when it does not fit. */
const toNumber = (version: string): number => {
  const parts = /^(\d{1,4})\.(\d{1,3})\.(\d{1,3})(?![\d.])/.exec(version)?.slice(1).map(Number) ?? []
  const number = parts.reduce((sum, part) => sum * 1000 + part, 0)
  return number > largestNumber ? 0 : number
}

const toVersion = (number: number): string | null =>
  number > 0 ? [Math.floor(number / 1_000_000), Math.floor(number / 1000) % 1000, number % 1000].join('.') : null

/** Returns true when an error means that a file cannot be read: wrong key, truncated, bad page. */
export const isDamage = (thrown: unknown): boolean =>
  thrown instanceof Error &&
  'code' in thrown &&
  typeof thrown.code === 'string' &&
  damageCodes.some((code) => thrown.code === code || String(thrown.code).startsWith(`${code}_`))

const refuseNewer = ({ form, writtenBy }: FileForm, known: number): void => {
  if (form > known) throw new NewerDatabaseError({ found: form, known, writtenBy })
}

/** The schema of a file: the number of its migrations, and the version that ran the last one, if it is recorded. */
type FileForm = { readonly form: number; readonly writtenBy: string | null }

/** Reads which schema a file has, without a write; returns null when the file is missing or unreadable. */
export const readFileForm = (path: string, keyHex: string): FileForm | null => {
  if (!existsSync(path)) return null
  try {
    const { userVersion, applicationID } = readHeaderNumbers(path, keyHex)
    return { form: userVersion, writtenBy: toVersion(applicationID) }
  } catch {
    // Opening the file reports the same problem again.
    return null
  }
}

/**
 * Opens an encrypted SQLite file, creating it when it is missing, and brings its schema up to date. Throws SQLite's
 * error (see {@link isDamage}); the file is then closed again. Throws {@link NewerDatabaseError} for a file of a later
 * version, without a write to it.
 */
export const openDatabaseFile = (file: DatabaseFile): Database => {
  const { migrations, version, ...opened } = file
  const found = readFileForm(file.path, file.keyHex)
  if (found !== null) refuseNewer(found, migrations.length)
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
    const writtenBy = toVersion(Number(db.pragma('application_id', { simple: true })))
    refuseNewer({ form: done, writtenBy }, migrations.length)
    // Setting the same number again would also write, and a damaged file must be moved aside exactly as it was found.
    if (done === migrations.length) return
    for (const migration of migrations.slice(done)) db.exec(migration.sql)
    db.pragma(`user_version=${migrations.length}`)
    if (version !== undefined) db.pragma(`application_id=${toNumber(version)}`)
  })
  run.immediate()
}

/** Renames a database and its side files, so that no data in them is lost. */
export const setDatabaseAside = (path: string, newPath: string): void => {
  for (const suffix of suffixes) if (existsSync(path + suffix)) renameSync(path + suffix, newPath + suffix)
}

/** Removes a database and its side files. */
export const deleteDatabaseFiles = (path: string): void => {
  for (const suffix of suffixes) rmSync(path + suffix, { force: true })
}
