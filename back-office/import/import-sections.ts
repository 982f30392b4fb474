import { type Database, type DatabaseKind, inTransaction } from '../database/database.ts'
import { checkImport, type ImportCheck } from './check-import.ts'
import type { FileSection } from './file-reading.ts'
import type { ImportContext } from './import-plan.ts'
import { storeImport } from './store-import.ts'

/**
 * Checks a file and stores it, both in one transaction, so that a killed process stores nothing. Stores nothing in a
 * dry run or if a row is refused. Returns the result of the check; throws the database's errors.
 */
export const importSections = async (
  db: Database,
  kind: DatabaseKind,
  sections: readonly FileSection[],
  isDryRun: boolean,
  context: ImportContext,
): Promise<ImportCheck> => {
  if (isDryRun) return checkImport(db, kind, sections, context)
  return inTransaction(db, async (transaction) => {
    const check = await checkImport(transaction, kind, sections, context)
    if (check.report.length === 0) await storeImport(transaction, kind, check.plan, context)
    return check
  })
}
