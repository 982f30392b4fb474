import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type BackupManifest, backupManifestName, parseBackupManifest } from '#domain/backup/backup-manifest.ts'
import { isAuditWhole } from './audit-of-copy.ts'
import { BackupProblem, toBackupProblem } from './backup-problem.ts'
import { hashFile } from './durable-files.ts'
import { countRows, readColumn, readMigrations, withCopy } from './read-copy.ts'

const isMissing = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && (thrown.code === 'ENOENT' || thrown.code === 'ENOTDIR')

const readManifest = (folder: string): BackupManifest => {
  let text: string
  try {
    text = readFileSync(join(folder, backupManifestName), 'utf8')
  } catch (thrown) {
    throw isMissing(thrown) ? new BackupProblem('no-backup', folder) : toBackupProblem(thrown, folder)
  }
  const manifest = parseBackupManifest(text)
  if (manifest === null) throw new BackupProblem('manifest-unreadable', folder)
  return manifest
}

/** Throws the problem `damaged` unless a file has the size and the hash of a manifest. */
export const checkBytes = (path: string, { bytes, sha256 }: BackupManifest['file']): void => {
  const size = statSync(path, { throwIfNoEntry: false })?.size
  if (size !== bytes || hashFile(path) !== sha256) throw new BackupProblem('damaged', path)
}

const isSame = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other)

/**
 * Checks a backup: the bytes of its file, its pages, its rows against the manifest, and the chain of the audit log. It
 * changes nothing. Throws a {@link BackupProblem}.
 */
export const checkBackup = async (folder: string, keyHex: string): Promise<BackupManifest> => {
  const manifest = readManifest(folder)
  const path = join(folder, manifest.file.name)
  try {
    checkBytes(path, manifest.file)
    await withCopy(path, keyHex, async (copy, db) => {
      const isSound = readColumn<string>(copy, 'pragma quick_check(1)')[0] === 'ok'
      const isDescribed =
        isSame(readMigrations(copy), manifest.migrations) &&
        isSame(countRows(copy), manifest.rows) &&
        readColumn(copy, 'select server_id from server_identity')[0] === manifest.serverID
      if (!isSound || !isDescribed) throw new BackupProblem('damaged', path)
      if (!(await isAuditWhole(db, 'sqlite', manifest.audit))) throw new BackupProblem('audit-broken', path)
    })
    return manifest
  } catch (thrown) {
    const problem = toBackupProblem(thrown, path)
    // The bytes are those of the manifest, so only the key can be wrong.
    const isKey = !(thrown instanceof BackupProblem) && problem.code === 'damaged'
    throw isKey ? new BackupProblem('wrong-key', path) : problem
  }
}
