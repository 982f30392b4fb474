import type { Database } from '../database/database.ts'

/** Whose study it is and where: what access to it depends on. Undefined when there is no such study. */
export const findStudyScope = async (
  db: Database,
  studyID: string,
): Promise<{ readonly locationID: string; readonly patientID: string } | undefined> =>
  db
    .selectFrom('study')
    .select(['location_id as locationID', 'patient_id as patientID'])
    .where('study_id', '=', studyID)
    .executeTakeFirst()
