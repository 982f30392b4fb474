import { backupWords } from './backup-words.ts'

/** Why a backup or a restore was refused or failed. */
type BackupProblemCode = keyof typeof backupWords.problems

/** Thrown for each expected problem; nothing was changed. The message is the line for IT. */
export class BackupProblem extends Error {
  override name = 'BackupProblem'
  readonly code: BackupProblemCode

  constructor(code: BackupProblemCode, place = '') {
    super(backupWords.problems[code](place))
    this.code = code
  }
}

const fullCodes: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EFBIG', 'SQLITE_FULL']
const damageCodes: readonly unknown[] = ['SQLITE_CORRUPT', 'SQLITE_NOTADB', 'SQLITE_IOERR_SHORT_READ']
const refusedCodes: readonly unknown[] = ['EACCES', 'EPERM', 'EROFS', 'SQLITE_CANTOPEN', 'SQLITE_READONLY']

const codeOf = (thrown: unknown): unknown => (thrown instanceof Error && 'code' in thrown ? thrown.code : undefined)

/** Returns the problem behind any error of the disk or of SQLite; `place` is the folder or file that was used. */
export const toBackupProblem = (thrown: unknown, place: string): BackupProblem => {
  if (thrown instanceof BackupProblem) return thrown
  const code = codeOf(thrown)
  if (fullCodes.includes(code)) return new BackupProblem('disk-full', place)
  if (damageCodes.includes(code)) return new BackupProblem('damaged', place)
  if (refusedCodes.includes(code)) return new BackupProblem('not-writable', place)
  return new BackupProblem('failed', thrown instanceof Error ? thrown.message : String(thrown))
}
