import { type Location, locationSchema } from '#domain/locations/location.ts'
import type { Database } from '../database/database.ts'

/** Every clinic, active or not, by id. */
export const readLocations = async (db: Database): Promise<Location[]> => {
  const rows = await db.selectFrom('location').select('document').orderBy('location_id').execute()
  return rows.map((row) => locationSchema.parse(JSON.parse(row.document)))
}

/** A clinic by its id; undefined when there is none. */
export const findLocation = async (db: Database, locationID: string): Promise<Location | undefined> => {
  const row = await db
    .selectFrom('location')
    .select('document')
    .where('location_id', '=', locationID)
    .executeTakeFirst()
  return row === undefined ? undefined : locationSchema.parse(JSON.parse(row.document))
}
