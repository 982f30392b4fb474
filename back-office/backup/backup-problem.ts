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

// The codes of five characters are PostgreSQL's.
const fullCodes: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EFBIG', 'SQLITE_FULL', '53100']
const damageCodes: readonly unknown[] = [
  'SQLITE_CORRUPT',
  'SQLITE_NOTADB',
  'SQLITE_IOERR_SHORT_READ',
  'Z_DATA_ERROR',
  'Z_BUF_ERROR',
]
const rightsCodes: readonly unknown[] = ['42501', '28000', '28P01']
const unreachableCodes: readonly unknown[] = ['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'ECONNRESET', '57P03', '57P01']
const refusedCodes: readonly unknown[] = ['EACCES', 'EPERM', 'EROFS', 'SQLITE_CANTOPEN', 'SQLITE_READONLY']

const codeOf = (thrown: unknown): unknown => (thrown instanceof Error && 'code' in thrown ? thrown.code : undefined)

/** Returns the problem behind any error of the disk or of SQLite; `place` is the folder or file that was used. */
export const toBackupProblem = (thrown: unknown, place: string): BackupProblem => {
  if (thrown instanceof BackupProblem) return thrown
  const code = codeOf(thrown)
  if (fullCodes.includes(code)) return new BackupProblem('disk-full', place)
  if (damageCodes.includes(code)) return new BackupProblem('damaged', place)
  if (rightsCodes.includes(code)) return new BackupProblem('no-rights', thrown instanceof Error ? thrown.message : '')
  if (unreachableCodes.includes(code)) return new BackupProblem('postgres-unreachable')
  if (code === '3D000') return new BackupProblem('no-database', place)
  if (refusedCodes.includes(code)) return new BackupProblem('not-writable', place)
  return new BackupProblem('failed', thrown instanceof Error ? thrown.message : String(thrown))
}
