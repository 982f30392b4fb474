import { closeSync, openSync, readSync } from 'node:fs'
import SqliteDatabase, { type Database } from 'better-sqlite3'
import { isDatabaseKey } from './database-key.ts'
import { createPrivateFile } from './private-modes.ts'

export type { Database, Statement } from 'better-sqlite3'

export type EncryptedDatabase = {
  readonly path: string
  /** See {@link isDatabaseKey}. Null opens a file that is not encrypted. */
  readonly keyHex: string | null
  /**
   * FULL when an acknowledged write must survive a power failure; NORMAL when losing the file does no harm, as for the
   * cache.
   */
  readonly synchronous: 'FULL' | 'NORMAL'
  /** How long a statement waits for another connection's lock, in milliseconds. */
  readonly busyTimeoutMs: number
  /** Whether the connection only reads; such a read need not wait for the writer. */
  readonly isReadOnly?: boolean
}

const cipher = 'aegis'
const plainHeader = 'SQLite format 3\0'

/**
 * Opens one connection to an encrypted SQLite file, and creates the file when it is missing. Throws a RangeError for an
 * invalid key, and SQLite's error for a wrong key or a damaged file; the file is then closed again.
 */
export const openEncryptedDatabase = (file: EncryptedDatabase): Database => {
  const { path, keyHex, synchronous, busyTimeoutMs, isReadOnly = false } = file
  if (keyHex !== null && !isDatabaseKey(keyHex)) throw new RangeError('A database key is 64 hex digits')
  createForSqlite(path)
  const db = new SqliteDatabase(path, { timeout: busyTimeoutMs })
  try {
    if (keyHex !== null) unlock(db, keyHex)
    // Otherwise SQLite would write large sorts and results to unencrypted temporary files.
    db.pragma('temp_store=memory')
    // 16 MiB: pages are decrypted each time they are read from disk, and searches read their indexes repeatedly.
    db.pragma('cache_size=-16384')
    db.pragma('journal_mode=WAL')
    db.pragma(`synchronous=${synchronous}`)
    db.pragma('foreign_keys=ON')
    // Deleted data is overwritten, so that nothing of an erased member remains in free space of the file.
    db.pragma('secure_delete=ON')
    if (isReadOnly) db.pragma('query_only=ON')
    return db
  } catch (thrown) {
    db.close()
    throw thrown
  }
}

/** Creates the file before SQLite does, which would let every account read it. SQLite's side files take its mode. */
const createForSqlite = (path: string): void => {
  try {
    createPrivateFile(path)
  } catch {
    // SQLite reports what is wrong with the path.
  }
}

/** Sets the cipher and the key. The cipher must be set before the key, and both before the first read of the file. */
const unlock = (db: Database, keyHex: string): void => {
  db.pragma(`cipher='${cipher}'`)
  db.pragma(`key="raw:${keyHex}"`)
}

/**
 * Opens a connection that can write neither to the file nor to its write-ahead log. Throws SQLite's error for a missing
 * file; a wrong key or a damaged file shows at the first read.
 */
export const openReadOnlyDatabase = (path: string, keyHex: string): Database => {
  const db = new SqliteDatabase(path, { readonly: true, fileMustExist: true, timeout: 5000 })
  try {
    unlock(db, keyHex)
    // As in openEncryptedDatabase: temporary files would not be encrypted.
    db.pragma('temp_store=memory')
    return db
  } catch (thrown) {
    db.close()
    throw thrown
  }
}

/**
 * Opens a separate connection to a file for one reading. Writes nothing to the file or to its write-ahead log, and can
 * run while other connections are open. Throws SQLite's error for a missing file, a wrong key or a file that is not a
 * database.
 */
export const readEncryptedDatabase = <Value>(path: string, keyHex: string, read: (db: Database) => Value): Value => {
  const db = openReadOnlyDatabase(path, keyHex)
  try {
    return read(db)
  } finally {
    db.close()
  }
}

/**
 * Reads the two numbers in a file's header that SQLite leaves to the program. Throws as {@link readEncryptedDatabase}.
 */
export const readHeaderNumbers = (
  path: string,
  keyHex: string,
): { readonly userVersion: number; readonly applicationID: number } =>
  readEncryptedDatabase(path, keyHex, (db) => {
    const read = (name: string): number => Number(db.pragma(name, { simple: true }))
    return { userVersion: read('user_version'), applicationID: read('application_id') }
  })

/**
 * Checks the pages of a file, and reads the number of its schema. Takes about a second for each 100 MB. Throws as
 * {@link readEncryptedDatabase}.
 */
export const inspectEncryptedDatabase = (
  path: string,
  keyHex: string,
): { readonly userVersion: number; readonly isSound: boolean } =>
  readEncryptedDatabase(path, keyHex, (db) => ({
    userVersion: Number(db.pragma('user_version', { simple: true })),
    isSound: db.pragma('quick_check(1)', { simple: true }) === 'ok',
  }))

/**
 * Copies a database into a new file, with the same cipher and key. The copy is one consistent state of the database,
 * even while other connections write, and they do not wait. The copy has no write-ahead log. Throws SQLite's error,
 * also when `target` exists. A failure may leave an incomplete copy at `target`.
 */
export const copyEncryptedDatabase = (path: string, keyHex: string, target: string): void =>
  readEncryptedDatabase(path, keyHex, (db) => {
    // SQLite's backup interface cannot write a file that has a key. VACUUM reads in one transaction.
    db.prepare('vacuum into ?').run(target)
  })

/** Copies a database without a key into an empty file, as {@link copyEncryptedDatabase} does. */
export const copyPlainDatabase = (path: string, target: string): void => {
  const db = new SqliteDatabase(path, { readonly: true, fileMustExist: true, timeout: 5000 })
  try {
    db.prepare('vacuum into ?').run(target)
  } finally {
    db.close()
  }
}

/**
 * Moves the content of the write-ahead log into the database's file, and removes the log. Throws SQLITE_BUSY while
 * another connection has the database open, in any process.
 */
export const closeWriteAheadLog = (path: string, keyHex: string): void => {
  const db = new SqliteDatabase(path, { fileMustExist: true, timeout: 0 })
  try {
    unlock(db, keyHex)
    db.pragma('journal_mode=DELETE')
  } finally {
    db.close()
  }
}

/** Encrypts a database that was written without a key. A database that is encrypted or missing stays unchanged. */
export const encryptPlainDatabase = (path: string, keyHex: string): void => {
  if (!isPlainDatabase(path)) return
  const db = new SqliteDatabase(path, { timeout: 10_000 })
  try {
    // A database in WAL mode cannot get a key; leaving WAL mode moves everything from the log into the file.
    db.pragma('journal_mode=DELETE')
    db.pragma(`cipher='${cipher}'`)
    db.pragma(`rekey="raw:${keyHex}"`)
  } finally {
    db.close()
  }
}

/** Returns whether a file is a database that is not encrypted. */
export const isPlainDatabase = (path: string): boolean => {
  const header = Buffer.alloc(plainHeader.length)
  try {
    const file = openSync(path, 'r')
    try {
      readSync(file, header)
    } finally {
      closeSync(file)
    }
  } catch {
    return false
  }
  return header.toString('latin1') === plainHeader
}
