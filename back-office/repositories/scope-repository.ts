import type { Database } from '../database/database.ts'

/** Returns a study's member and location, which decide who has access; undefined if there is no such study. */
export const findStudyScope = async (
  db: Database,
  studyID: string,
): Promise<{ readonly locationID: string; readonly patientID: string } | undefined> =>
  db
    .selectFrom('study')
    .select(['location_id as locationID', 'patient_id as patientID'])
    .where('study_id', '=', studyID)
    .executeTakeFirst()
