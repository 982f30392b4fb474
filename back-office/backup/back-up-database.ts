import { existsSync, readdirSync, renameSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BackupManifest, backupManifestName } from '#domain/backup/backup-manifest.ts'
import { copyEncryptedDatabase, isPlainDatabase } from '#runtime/encrypted-database.ts'
import { fileModeFor, makePrivateFolder } from '#runtime/private-modes.ts'
import { readAuditHeadOf } from './audit-of-copy.ts'
import { BackupProblem, toBackupProblem } from './backup-problem.ts'
import { flushFile, flushFolder, hashFile } from './durable-files.ts'
import { countRows, readColumn, readMigrations, withCopy } from './read-copy.ts'

/** A step of a backup. A kill after it must not leave an incomplete backup; for tests only. */
type BackupStep = 'copied' | 'named' | 'described'

type BackupOrder = {
  /** The database's file. */
  readonly path: string
  readonly keyHex: string
  /** The folder of the backup: new, or empty except for the files of an interrupted backup. */
  readonly folder: string
  readonly version: string
  /** Epoch milliseconds. */
  readonly nowMs: number
  /** Random letters and digits for the name of the copy. */
  readonly mark: string
  readonly onStep?: (step: BackupStep) => void
}

/** Matches the files that an interrupted backup leaves. */
const leftover = /^(?:back-office-[0-9a-zA-Z-]{1,60}\.sqlite(?:\.new)?(?:-journal)?|manifest\.json\.new)$/

/** Creates the folder of a backup, and removes what an interrupted backup left there. */
const prepareFolder = (folder: string): void => {
  makePrivateFolder(folder)
  const found = readdirSync(folder)
  if (!found.every((name) => leftover.test(name))) throw new BackupProblem('not-empty', folder)
  for (const name of found) rmSync(join(folder, name), { force: true })
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

const checkSpace = (path: string, folder: string): void => {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < sizeOf(path) + sizeOf(`${path}-wal`)) throw new BackupProblem('disk-full', folder)
}

const describe = (copy: string, name: string, order: BackupOrder): Promise<BackupManifest> =>
  withCopy(copy, order.keyHex, async (db, queries): Promise<BackupManifest> => {
    return {
      format: 1,
      database: 'sqlite',
      version: order.version,
      serverID: readColumn<string>(db, 'select server_id from server_identity')[0] ?? '',
      takenAt: new Date(order.nowMs).toISOString(),
      migrations: readMigrations(db),
      rows: countRows(db),
      audit: await readAuditHeadOf(queries, 'sqlite'),
      file: { name, bytes: sizeOf(copy), sha256: hashFile(copy) },
    }
  })

const nameOf = ({ nowMs, mark }: BackupOrder): string =>
  `back-office-${new Date(nowMs).toISOString().slice(0, 19).replace(/[-:]/g, '')}-${mark}.sqlite`

/**
 * Copies a server's database into a folder, encrypted with the database's own key. The server may be running. The
 * manifest is written last, so that a kill leaves either a complete backup or none. Throws a {@link BackupProblem}; the
 * folder then contains no file of this backup.
 */
export const backUpDatabase = async (order: BackupOrder): Promise<BackupManifest> => {
  const { path, keyHex, folder, onStep = () => {} } = order
  if (isPlainDatabase(path)) throw new BackupProblem('not-encrypted', path)
  try {
    prepareFolder(folder)
    checkSpace(path, folder)
  } catch (thrown) {
    throw toBackupProblem(thrown, folder)
  }
  const name = nameOf(order)
  const copy = join(folder, name)
  const written = [`${copy}.new`, `${copy}.new-journal`, copy, join(folder, `${backupManifestName}.new`)]
  try {
    // The file exists before SQLite opens it, so that only its owner can read it.
    writeFileSync(`${copy}.new`, '', { mode: fileModeFor(copy), flag: 'wx' })
    await checkKey(path, keyHex)
    copyEncryptedDatabase(path, keyHex, `${copy}.new`)
    flushFile(`${copy}.new`)
    onStep('copied')
    renameSync(`${copy}.new`, copy)
    onStep('named')
    const manifest = await describe(copy, name, order)
    const draft = join(folder, `${backupManifestName}.new`)
    writeFileSync(draft, `${JSON.stringify(manifest, null, 2)}\n`, { mode: fileModeFor(draft), flush: true })
    onStep('described')
    renameSync(draft, join(folder, backupManifestName))
    flushFolder(folder)
    return manifest
  } catch (thrown) {
    const problem = toBackupProblem(thrown, folder)
    if (!existsSync(join(folder, backupManifestName))) for (const file of written) rmSync(file, { force: true })
    throw problem
  }
}

/** Throws the problem `wrong-key` if the key does not open the database. */
const checkKey = async (path: string, keyHex: string): Promise<void> => {
  try {
    await withCopy(path, keyHex, async (db) => readMigrations(db))
  } catch (thrown) {
    const { code } = toBackupProblem(thrown, path)
    throw code === 'damaged' ? new BackupProblem('wrong-key', path) : thrown
  }
}
