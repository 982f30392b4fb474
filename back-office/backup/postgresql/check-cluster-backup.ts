import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { BackupProblem, toBackupProblem } from '../backup-problem.ts'
import { checkBytes } from '../check-backup.ts'
import { type FoundBackup, readBackups, readClusterFolder } from './cluster-folder.ts'
import { checkArchive, checkNoGap, discard, unseal } from './log-archive.ts'
import { verifyRepository } from './pgbackrest.ts'

const checkCopy = async (backup: FoundBackup, keyHex: string): Promise<void> => {
  if (backup.file === null) return
  const path = join(backup.place, backup.file.name)
  if (!existsSync(path)) throw new BackupProblem('damaged', path)
  checkBytes(path, backup.file)
  await unseal(path, keyHex, backup.file.name, discard())
}

/**
 * Checks every byte of all backups in a folder, and of the write-ahead log archived since the oldest one, and that no
 * segment is missing. It changes nothing. Returns the newest backup. Throws a {@link BackupProblem}.
 */
export const checkClusterBackups = async (folder: string, keyHex: string): Promise<FoundBackup> => {
  const { way, systemID } = readClusterFolder(folder, keyHex)
  try {
    const backups = readBackups(folder).toSorted((one, other) => (one.takenAt < other.takenAt ? -1 : 1))
    const [oldest] = backups
    const newest = backups.at(-1)
    if (oldest === undefined || newest === undefined) throw new BackupProblem('no-backup', folder)
    if (backups.some((backup) => backup.systemID !== systemID || backup.way !== way)) {
      throw new BackupProblem('damaged', folder)
    }
    if (way === 'pgbackrest') {
      await verifyRepository(folder, keyHex)
      return newest
    }
    for (const backup of backups) {
      await checkCopy(backup, keyHex)
      checkNoGap(folder, backup.log)
    }
    await checkArchive(folder, keyHex, oldest.log.from)
    return newest
  } catch (thrown) {
    throw toBackupProblem(thrown, folder)
  }
}
