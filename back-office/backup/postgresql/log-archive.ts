import { createReadStream, createWriteStream, existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { findMissingSegment, isSegment } from '#domain/backup/log-segments.ts'
import { fileModeFor } from '#runtime/private-modes.ts'
import { BackupProblem, toBackupProblem } from '../backup-problem.ts'
import { flushFile, flushFolder } from '../durable-files.ts'
import { backupPlacesOf, readClusterFolder } from './cluster-folder.ts'
import { getSegment, pushSegment } from './pgbackrest.ts'
import { openSealedStream, sealStream } from './sealed-stream.ts'

/** The names of the files that PostgreSQL archives: segments, backup history files and timeline history files. */
const archivable = /^(?:[0-9A-F]{24}(?:\.partial|\.[0-9A-F]{8}\.backup)?|[0-9A-F]{8}\.history)$/
const suffix = '.gz.sealed'

/** The offset of PostgreSQL's cluster id in a segment. */
const systemIDAt = 24

const readSystemID = async (path: string): Promise<string> => {
  const file = await open(path, 'r')
  try {
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, systemIDAt)
    return buffer.readBigUInt64LE().toString()
  } finally {
    await file.close()
  }
}

const toSealedPath = (folder: string, name: string): string => join(backupPlacesOf(folder).log, name + suffix)

/** Decrypts a file into a writer. Gunzip's own errors mean that the content is damaged. */
export const unseal = async (path: string, keyHex: string, name: string, into: Writable): Promise<void> => {
  await pipeline(createReadStream(path), openSealedStream(keyHex, name, path), createGunzip(), into)
}

const isSame = async (sealed: string, keyHex: string, name: string, path: string): Promise<boolean> => {
  const file = await open(path, 'r')
  let at = 0
  let same = true
  const compare = new Writable({
    write(part: Buffer, _encoding, done) {
      file.read(Buffer.alloc(part.length), 0, part.length, at).then(({ bytesRead, buffer }) => {
        same &&= bytesRead === part.length && buffer.equals(part)
        at += part.length
        done()
      }, done)
    },
  })
  try {
    await unseal(sealed, keyHex, name, compare)
    return same && (await file.stat()).size === at
  } finally {
    await file.close()
  }
}

/**
 * Stores a file of the write-ahead log, encrypted and flushed to the disk, for PostgreSQL's `archive_command`. Storing
 * the same file again changes nothing; different content under the same name is refused. Throws a
 * {@link BackupProblem}.
 */
export const archiveSegment = async (folder: string, path: string, keyHex: string): Promise<void> => {
  const name = basename(path)
  if (!archivable.test(name)) throw new BackupProblem('failed', `${name} is not a file of the write-ahead log.`)
  const { way, systemID } = readClusterFolder(folder, keyHex)
  if (way === 'pgbackrest') return pushSegment(folder, keyHex, path)
  const sealed = toSealedPath(folder, name)
  const draft = `${sealed}.${process.pid}.new`
  try {
    if (isSegment(name) && (await readSystemID(path)) !== systemID) throw new BackupProblem('other-cluster', folder)
    if (existsSync(sealed)) {
      if (await isSame(sealed, keyHex, name, path)) return
      throw new BackupProblem('not-empty', sealed)
    }
    removeDrafts(folder, name)
    const mode = fileModeFor(draft)
    const step = sealStream(keyHex, name)
    await pipeline(createReadStream(path), createGzip({ level: 1 }), step, createWriteStream(draft, { mode }))
    flushFile(draft)
    renameSync(draft, sealed)
    flushFolder(backupPlacesOf(folder).log)
  } catch (thrown) {
    rmSync(draft, { force: true })
    throw toBackupProblem(thrown, folder)
  }
}

/** Removes what a killed call left. PostgreSQL archives one file at a time. */
const removeDrafts = (folder: string, name: string): void => {
  const { log } = backupPlacesOf(folder)
  for (const file of readdirSync(log))
    if (file.startsWith(name) && file.endsWith('.new')) rmSync(join(log, file), { force: true })
}

/**
 * Restores a file of the write-ahead log, for PostgreSQL's `restore_command`; returns false if the archive has no file
 * of that name. Throws a {@link BackupProblem} for a damaged file, which must not look like the end of the archive.
 */
export const fetchSegment = async (folder: string, name: string, target: string, keyHex: string): Promise<boolean> => {
  if (!archivable.test(name)) return false
  const { way } = readClusterFolder(folder, keyHex)
  if (way === 'pgbackrest') return getSegment(folder, keyHex, name, target)
  const sealed = toSealedPath(folder, name)
  if (!existsSync(sealed)) return false
  try {
    await unseal(sealed, keyHex, name, createWriteStream(target, { mode: fileModeFor(target) }))
    return true
  } catch (thrown) {
    rmSync(target, { force: true })
    throw toBackupProblem(thrown, sealed)
  }
}

/** Returns the names of the archived files. */
const listArchived = (folder: string): readonly string[] =>
  readdirSync(backupPlacesOf(folder).log)
    .filter((file) => file.endsWith(suffix))
    .map((file) => file.slice(0, -suffix.length))

/** Returns whether the archive has a file of the write-ahead log. */
export const isArchived = (folder: string, name: string): boolean => existsSync(toSealedPath(folder, name))

/** Checks that no segment of a backup is missing. Throws `wal-missing`. */
export const checkNoGap = (
  folder: string,
  log: { readonly from: string; readonly until: string; readonly segmentBytes: number },
): void => {
  const missing = findMissingSegment(listArchived(folder), log)
  if (missing !== null) throw new BackupProblem('wal-missing', missing)
}

/** Decrypts every file of the archive from a segment on, of all timelines. Throws `damaged`. */
export const checkArchive = async (folder: string, keyHex: string, from: string): Promise<void> => {
  for (const name of listArchived(folder)) {
    if (isSegment(name) && name.slice(8) < from.slice(8)) continue
    const path = toSealedPath(folder, name)
    try {
      await unseal(path, keyHex, name, discard())
    } catch (thrown) {
      throw toBackupProblem(thrown, path)
    }
  }
}

/** Returns a writer that discards its input. */
export const discard = (): Writable => new Writable({ write: (_part, _encoding, done) => done() })
