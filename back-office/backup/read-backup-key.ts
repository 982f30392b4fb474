import { existsSync } from 'node:fs'
import { readKeyFile } from '../database/database-key.ts'
import { BackupProblem } from './backup-problem.ts'

/**
 * Reads the key; a missing file is never created, because a new key opens no backup. Throws a {@link BackupProblem}.
 */
export const readBackupKey = (keyFile: string | undefined): string => {
  if (keyFile === undefined || keyFile.trim() === '') throw new BackupProblem('missing-key')
  if (!existsSync(keyFile)) throw new BackupProblem('key-unreadable', keyFile)
  try {
    return readKeyFile(keyFile)
  } catch {
    throw new BackupProblem('key-unreadable', keyFile)
  }
}
