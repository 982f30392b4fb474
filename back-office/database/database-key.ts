import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { isDatabaseKey, makeDatabaseKey } from '#runtime/database-key.ts'
import { fileModeFor, makePrivateFolder } from '#runtime/private-modes.ts'

/**
 * Reads the database's key, 64 hex digits, from a file. A missing file is created with a new key, readable only by this
 * user. Throws when the file has no valid key, because with a new key the database would be unreadable.
 */
export const readKeyFile = (path: string): string => {
  const kept = readIfThere(path)
  if (kept !== null) {
    const key = kept.trim()
    if (!isDatabaseKey(key)) throw new Error('The key file does not contain a key of 64 hex digits.')
    return key
  }
  const key = makeDatabaseKey()
  makePrivateFolder(dirname(path))
  const file = openSync(path, 'wx', fileModeFor(path))
  try {
    writeSync(file, `${key}\n`)
    // The key is flushed to the disk before anything is encrypted with it.
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
