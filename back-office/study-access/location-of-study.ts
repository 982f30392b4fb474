import type { Location } from '#domain/locations/location.ts'
import type { Database } from '../database/database.ts'
import { Refusal } from '../kernel/refusal.ts'
import { findLocation } from '../repositories/locations-repository.ts'
import type { StudyRow } from '../repositories/studies-repository.ts'

/** Returns a study's location. Throws 404 if it no longer exists. */
export const locationOf = async (db: Database, study: Pick<StudyRow, 'location_id'>): Promise<Location> => {
  const location = await findLocation(db, study.location_id)
  if (location === undefined) throw new Refusal('not-found', "This study's location no longer exists.")
  return location
}
