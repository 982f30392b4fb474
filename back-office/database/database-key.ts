import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, readSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import SqliteDatabase from 'better-sqlite3'

const keyPattern = /^[0-9a-f]{64}$/i
const plainHeader = 'SQLite format 3\0'

/**
 * Reads the key of the database, 64 hex digits, from a file; a file that does not exist is made with a new key, readable by this
 * user alone. Throws where the file has no key in it: a key that was replaced would make the database unreadable.
 */
export const readKeyFile = (path: string): string => {
  const kept = readIfThere(path)
  if (kept !== null) {
    const key = kept.trim()
    if (!keyPattern.test(key)) throw new Error('The key file has no key in it: 64 hex digits.')
    return key
  }
  const key = randomBytes(32).toString('hex')
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const file = openSync(path, 'wx', 0o600)
  try {
    writeSync(file, `${key}\n`)
    // Before anything is encrypted with it.
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  return key
}

const readIfThere = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** Encrypts a database that was written without a key; one that is encrypted or does not exist stays as it is. */
export const encryptPlainDatabase = (path: string, keyHex: string): void => {
  if (!isPlain(path)) return
  const database = new SqliteDatabase(path, { timeout: 10_000 })
  try {
    // A database in WAL mode cannot be given a key; all that its journal has is in the file after this.
    database.pragma('journal_mode=DELETE')
    database.pragma(`cipher='aegis'`)
    database.pragma(`rekey="raw:${keyHex}"`)
  } finally {
    database.close()
  }
}

const isPlain = (path: string): boolean => {
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
