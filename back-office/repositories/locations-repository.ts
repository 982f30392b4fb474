import { type Location, locationSchema } from '#domain/locations/location.ts'
import type { Database } from '../database/database.ts'

/**
 * Parsed locations by their stored form. They change a few times a year, and each health check of each workstation
 * reads them.
 */
const parsed = new Map<string, Location>()
const mostParsed = 500

/** Freezes a value that many callers share. */
const freeze = <Value>(value: Value): Value => {
  if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) freeze(part)
  return Object.freeze(value)
}

const parseLocation = (document: string): Location => {
  const known = parsed.get(document)
  if (known !== undefined) return known
  const location = freeze(locationSchema.parse(JSON.parse(document)))
  if (parsed.size >= mostParsed) parsed.clear()
  parsed.set(document, location)
  return location
}

/** Returns every location, active or not, by id. */
export const readLocations = async (db: Database): Promise<Location[]> => {
  const rows = await db.selectFrom('location').select('document').orderBy('location_id').execute()
  return rows.map((row) => parseLocation(row.document))
}

/** Returns a location by its id; undefined if there is none. */
export const findLocation = async (db: Database, locationID: string): Promise<Location | undefined> => {
  const row = await db
    .selectFrom('location')
    .select('document')
    .where('location_id', '=', locationID)
    .executeTakeFirst()
  return row === undefined ? undefined : parseLocation(row.document)
}
