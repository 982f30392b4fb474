import type { Database } from '../database/database.ts'
import { Refusal } from '../kernel/refusal.ts'
import { noSuchStudy } from '../kernel/route-access.ts'
import { findStudy, parseStatus, type StudyRow } from '../repositories/studies-repository.ts'

/** Throws when a study can no longer be changed: 409 `already-cancelled`, or `study-not-bookable` once scanned. */
export const checkChangeable = (study: StudyRow): void => {
  if (study.cancelled === 1) throw alreadyCancelled(study)
  if (parseStatus(study).scanned) {
    throw new Refusal('study-not-bookable', 'This member has already been scanned.')
  }
}

/** Returns the `already-cancelled` failure of a study. */
export const alreadyCancelled = (study: Pick<StudyRow, 'version'>): Refusal =>
  new Refusal('already-cancelled', 'This appointment has already been cancelled.', {
    currentVersion: study.version,
  })

/** Throws 409 `stale` with the current version when the named version is stale. */
export const checkVersion = (study: StudyRow, version: number): void => {
  if (study.version !== version) throw stale(study.version)
}

/**
 * Reads a study again. Call it after locking the machines. Throws as {@link checkChangeable}, and 409 `stale` if the
 * study changed.
 */
export const readAgain = async (db: Database, seen: StudyRow): Promise<StudyRow> => {
  const study = await findStudy(db, seen.study_id)
  if (study === undefined) throw noSuchStudy()
  checkChangeable(study)
  checkVersion(study, seen.version)
  return study
}

/** Returns the `stale` failure of a study whose write was refused. */
export const staleOf = async (db: Database, studyID: string): Promise<Refusal> =>
  stale((await findStudy(db, studyID))?.version ?? 0)

const stale = (currentVersion: number): Refusal =>
  new Refusal('stale', 'Someone else changed this study. Check the latest version, then try again.', {
    currentVersion,
  })
