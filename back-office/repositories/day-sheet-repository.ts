import type { Database } from '../database/database.ts'
import type { StudyRow } from './studies-repository.ts'

/** Returns the booked and held studies of a location that start in [from, to), epoch seconds, by time. */
export const findStudiesOfDay = async (
  db: Database,
  locationID: string,
  from: number,
  to: number,
): Promise<StudyRow[]> =>
  db
    .selectFrom('study')
    .selectAll()
    .where('location_id', '=', locationID)
    .where('cancelled', '=', 0)
    .where('starts_at', '>=', from)
    .where('starts_at', '<', to)
    .orderBy('starts_at')
    .execute()
