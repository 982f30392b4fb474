import { copyFileSync, existsSync, linkSync, readdirSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BackupManifest } from '#domain/backup/backup-manifest.ts'
import { whyNotRestored } from '#domain/backup/why-not-restored.ts'
import type { Erasure } from '#domain/members/erasure.ts'
import { DataFolderInUse, lockDataFolder } from '#runtime/data-folder.ts'
import { closeWriteAheadLog } from '#runtime/encrypted-database.ts'
import { fileModeFor, makePrivateFolder } from '#runtime/private-modes.ts'
import { migrations } from '../database/migrations/migrations.ts'
import { BackupProblem, toBackupProblem } from './backup-problem.ts'
import { checkBackup, checkBytes } from './check-backup.ts'
import { flushFile, flushFolder } from './durable-files.ts'
import { readColumn, withCopy } from './read-copy.ts'
import { readErasuresOf } from './read-erasures.ts'
import { type Renewed, renewRestored } from './renew-restored.ts'

/** A step of a restore. A kill after it must leave either the old or the new database; for tests only. */
type RestoreStep = 'copied' | 'renewed' | 'closed' | 'set-aside' | 'replaced'

type RestoreOrder = {
  /** The folder of the backup. */
  readonly folder: string
  /** The data folder of the server. */
  readonly data: string
  readonly keyHex: string
  /** Epoch milliseconds. */
  readonly nowMs: number
  /** The erasures of members since the backup; those in the list of the data folder are always repeated. */
  readonly erasures?: readonly Erasure[] | undefined
  readonly onStep?: (step: RestoreStep) => void
}

type Restored = Renewed & {
  readonly manifest: BackupManifest
  /** The folder with the database that was there; null if there was none. */
  readonly setAside: string | null
}

const databaseName = 'back-office.sqlite'
const suffixes = ['', '-wal', '-shm', '-journal'] as const

/** Returns the server id of the database in a data folder; null if there is none, or if it cannot be read. */
const readServerHere = async (path: string, keyHex: string): Promise<string | null> => {
  if (!existsSync(path)) return null
  try {
    return await withCopy(
      path,
      keyHex,
      async (db) => readColumn<string>(db, 'select server_id from server_identity')[0] ?? null,
    )
  } catch {
    // The database is damaged, which may be the reason for the restore. It is set aside unchanged.
    return null
  }
}

/**
 * Moves the write-ahead log into the database file, unless the database is damaged. Throws the problem `server-runs`.
 */
const closePresent = (path: string, data: string, keyHex: string): void => {
  try {
    closeWriteAheadLog(path, keyHex)
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && String(thrown.code).startsWith('SQLITE_BUSY')) {
      throw new BackupProblem('server-runs', data)
    }
  }
}

/** Creates a folder for the database that is there; its name has the time, and a number if the name is taken. */
const openAside = (data: string, nowMs: number): string => {
  const stamp = new Date(nowMs).toISOString().slice(0, 19).replace(/[-:]/g, '')
  for (let place = 1; ; place += 1) {
    const folder = join(data, `before-restore-${stamp}${place === 1 ? '' : `-${place}`}`)
    if (existsSync(folder)) continue
    makePrivateFolder(folder)
    return folder
  }
}

const linkOrCopy = (from: string, to: string): void => {
  try {
    linkSync(from, to)
  } catch {
    // This file system does not support hard links.
    copyFileSync(from, to)
    flushFile(to)
  }
}

/**
 * Keeps the present database in a separate folder, as a second link to its file. The file stays in its place until the
 * restored one replaces it: after a kill in between, a server without a database would start with an empty one.
 */
const setAsidePresent = (data: string, nowMs: number): string => {
  const folder = openAside(data, nowMs)
  for (const suffix of suffixes) {
    const from = join(data, databaseName + suffix)
    if (existsSync(from)) linkOrCopy(from, join(folder, databaseName + suffix))
  }
  flushFolder(folder)
  flushFolder(data)
  return folder
}

const removeDrafts = (data: string): void => {
  const isDraft = (name: string): boolean => name.startsWith(`${databaseName}.restoring`)
  for (const name of readdirSync(data).filter(isDraft)) rmSync(join(data, name), { force: true })
}

const checkSpace = (data: string, bytes: number): void => {
  const { bavail, bsize } = statfsSync(data)
  if (bavail * bsize < bytes) throw new BackupProblem('disk-full', data)
}

const replace = async (order: RestoreOrder, manifest: BackupManifest): Promise<Restored> => {
  const { folder, data, keyHex, nowMs, onStep = () => {} } = order
  const present = join(data, databaseName)
  const draft = `${present}.restoring`
  removeDrafts(data)
  const target = { migrations: migrations.map(({ name }) => name), serverID: await readServerHere(present, keyHex) }
  const why = whyNotRestored(manifest, target)
  if (why !== null) throw new BackupProblem(why)
  const listed = readErasuresOf(data)
  checkSpace(data, manifest.file.bytes)
  writeFileSync(draft, '', { mode: fileModeFor(draft) })
  copyFileSync(join(folder, manifest.file.name), draft)
  checkBytes(draft, manifest.file)
  flushFile(draft)
  onStep('copied')
  const now = Math.floor(nowMs / 1000)
  const renewed = await renewRestored({
    source: { kind: 'sqlite', path: draft, keyHex },
    takenAt: manifest.takenAt,
    now,
    erasures: [...listed, ...(order.erasures ?? [])],
  })
  closeWriteAheadLog(draft, keyHex)
  flushFile(draft)
  onStep('renewed')
  const isPresent = existsSync(present)
  if (isPresent) closePresent(present, data, keyHex)
  onStep('closed')
  const setAside = isPresent ? setAsidePresent(data, nowMs) : null
  onStep('set-aside')
  // A damaged database may still have its log, which must not be applied to the restored one.
  for (const suffix of suffixes.slice(1)) rmSync(present + suffix, { force: true })
  renameSync(draft, present)
  flushFolder(data)
  onStep('replaced')
  return { ...renewed, manifest, setAside }
}

/**
 * Replaces the database of a stopped server with a backup, after checking the backup. The present database is kept in a
 * folder `before-restore-TIME` of the data folder. A kill leaves the present or the restored database. Throws a
 * {@link BackupProblem}; the present database is then unchanged.
 */
export const restoreDatabase = async (order: RestoreOrder): Promise<Restored> => {
  const { folder, data, keyHex } = order
  const manifest = await checkBackup(folder, keyHex)
  let unlock: () => Promise<void>
  try {
    unlock = await lockDataFolder(data)
  } catch (thrown) {
    throw thrown instanceof DataFolderInUse ? new BackupProblem('server-runs', data) : toBackupProblem(thrown, data)
  }
  try {
    return await replace(order, manifest)
  } catch (thrown) {
    throw toBackupProblem(thrown, data)
  } finally {
    try {
      removeDrafts(data)
    } catch {
      // The next restore removes the remaining drafts.
    }
    await unlock()
  }
}
