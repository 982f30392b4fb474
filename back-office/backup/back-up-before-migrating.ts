import { randomBytes } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { copyEncryptedDatabase, copyPlainDatabase } from '#runtime/encrypted-database.ts'
import { createPrivateFile, makePrivateFolder } from '#runtime/private-modes.ts'
import { backUpDatabase } from './back-up-database.ts'
import { toBackupProblem } from './backup-problem.ts'
import { flushFile, flushFolder } from './durable-files.ts'

type SqliteSource = { readonly path: string; readonly keyHex?: string | undefined }

const toFolder = (data: string, nowMs: number): string => {
  const first = join(data, `before-migration-${new Date(nowMs).toISOString().slice(0, 19).replace(/[-:]/g, '')}`)
  let folder = first
  for (let place = 2; existsSync(folder); place += 1) folder = `${first}-${place}`
  return folder
}

/**
 * Backs up a SQLite database beside itself, in a folder `before-migration-TIME` that `restore` takes, and returns the
 * folder. A database without a key is copied as it is: the copy is not encrypted either, and has no manifest. Throws a
 * {@link BackupProblem}; no migration may then begin.
 */
export const backUpBeforeMigrating = async (
  { path, keyHex }: SqliteSource,
  version: string,
  nowMs: number,
): Promise<string> => {
  const folder = toFolder(dirname(path), nowMs)
  if (keyHex !== undefined) {
    await backUpDatabase({ path, keyHex, folder, version, nowMs, mark: randomBytes(4).toString('hex') })
    return folder
  }
  try {
    makePrivateFolder(folder)
    const copy = join(folder, 'back-office.sqlite')
    createPrivateFile(copy)
    copyPlainDatabase(path, copy)
    flushFile(copy)
    flushFolder(folder)
    return folder
  } catch (thrown) {
    throw toBackupProblem(thrown, folder)
  }
}

/** Copies a SQLite database beside itself, to try migrations on. The caller removes the copy. */
export const copyForTrial = <Source extends SqliteSource>({ path, keyHex, ...source }: Source) => {
  const copy = `${path}.dry-run`
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(copy + suffix, { force: true })
  createPrivateFile(copy)
  if (keyHex === undefined) copyPlainDatabase(path, copy)
  else copyEncryptedDatabase(path, keyHex, copy)
  return { ...source, path: copy, keyHex }
}
