import type { ImportProgress } from '#domain/import/import-report.ts'

/** The maximum number of imports whose progress is stored; the oldest is dropped. */
const mostKept = 8

const kept = new Map<string, ImportProgress>()

const waiting: ImportProgress = { step: 'waiting', done: 0, total: 0 }

/** Stores the progress of an import on this server. */
export const noteImportProgress = (importID: string, progress: ImportProgress): void => {
  kept.set(importID, progress)
  const oldest = kept.size > mostKept ? kept.keys().next().value : undefined
  if (oldest !== undefined) kept.delete(oldest)
}

/** Returns the progress of an import. */
export const readImportProgress = async (importID: string): Promise<ImportProgress> => kept.get(importID) ?? waiting
