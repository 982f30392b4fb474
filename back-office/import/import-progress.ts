import type { ImportProgress } from '#domain/import/import-report.ts'

/** The imports whose progress is kept; the oldest is forgotten. */
const mostKept = 8

const kept = new Map<string, ImportProgress>()

const waiting: ImportProgress = { step: 'waiting', done: 0, total: 0 }

/** Notes how far an import of this server is. */
export const noteImportProgress = (importID: string, progress: ImportProgress): void => {
  kept.set(importID, progress)
  const oldest = kept.size > mostKept ? kept.keys().next().value : undefined
  if (oldest !== undefined) kept.delete(oldest)
}

/** Returns how far an import is. */
export const readImportProgress = async (importID: string): Promise<ImportProgress> => kept.get(importID) ?? waiting
