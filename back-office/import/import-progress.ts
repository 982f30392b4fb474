import type { ImportProgress } from '#domain/import/import-report.ts'

/** The maximum number of imports whose progress is kept; the oldest is dropped. */
const maxKept = 8

const kept = new Map<string, ImportProgress>()

const waiting: ImportProgress = { step: 'waiting', done: 0, total: 0 }

/** Keeps the progress of an import in the memory of this process. */
export const noteImportProgress = (importID: string, progress: ImportProgress): void => {
  kept.set(importID, progress)
  const oldest = kept.size > maxKept ? kept.keys().next().value : undefined
  if (oldest !== undefined) kept.delete(oldest)
}

/** Returns the progress of an import; `waiting` for an import that has not reported any to this process. */
export const readImportProgress = async (importID: string): Promise<ImportProgress> => kept.get(importID) ?? waiting
