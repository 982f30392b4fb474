import { decideLocationCatalogue } from '#domain/catalogue/location-catalogue.ts'
import { type Location, locationSchema } from '#domain/locations/location.ts'
import type { AdministeredLocation } from '#domain/locations/location-draft.ts'
import type { Database, DatabaseKind } from '../database/database.ts'
import { findSkusForLocations } from './administered-catalogue-repository.ts'
import { findLocationPrices, toCurrentPrices } from './location-prices-repository.ts'

/**
 * Parsed locations, keyed by their stored form. Locations change a few times a year, and each health check of each
 * workstation reads them.
 */
const parsed = new Map<string, Location>()
const maxParsed = 500

/** Freezes a value that many callers share. */
const freeze = <Value>(value: Value): Value => {
  if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) freeze(part)
  return Object.freeze(value)
}

const parseLocation = (document: string): Location => {
  const known = parsed.get(document)
  if (known !== undefined) return known
  const location = freeze(locationSchema.parse(JSON.parse(document)))
  if (parsed.size >= maxParsed) parsed.clear()
  parsed.set(document, location)
  return location
}

/** Returns every location, active or not, each with what it sells today, sorted by id. */
export const readLocations = async (db: Database): Promise<Location[]> => {
  const rows = await db.selectFrom('location').select('document').orderBy('location_id').execute()
  const [skus, prices] = [await findSkusForLocations(db), await findLocationPrices(db, { isInEffect: true })]
  return rows.map((row) => {
    const location = parseLocation(row.document)
    const here = prices.filter((price) => price.location_id === location.locationID)
    return { ...location, catalog: decideLocationCatalogue(location.catalog, skus, toCurrentPrices(here)) }
  })
}

/**
 * Returns a location by its id as it is stored; undefined if there is none. Its catalogue does not have the changes and
 * prices of today; {@link findLocation} has them.
 */
export const findStoredLocation = async (db: Database, locationID: string): Promise<Location | undefined> => {
  const row = await db
    .selectFrom('location')
    .select('document')
    .where('location_id', '=', locationID)
    .executeTakeFirst()
  return row === undefined ? undefined : parseLocation(row.document)
}

/** Returns a location by its id, with what it sells today; undefined if there is none. */
export const findLocation = async (db: Database, locationID: string): Promise<Location | undefined> => {
  const location = await findStoredLocation(db, locationID)
  if (location === undefined) return undefined
  const skus = await findSkusForLocations(db)
  // This list includes every scan type with price rows. If it is empty, there are no price rows.
  if (skus.length === 0) return location
  const prices = await findLocationPrices(db, { locationID, isInEffect: true })
  return { ...location, catalog: decideLocationCatalogue(location.catalog, skus, toCurrentPrices(prices)) }
}

type LocationRow = { readonly document: string; readonly version: number }

const toAdministered = (row: LocationRow): AdministeredLocation => ({
  location: parseLocation(row.document),
  version: row.version,
})

/** Returns every location with its version, sorted by id. */
export const readAdministeredLocations = async (db: Database): Promise<AdministeredLocation[]> => {
  const rows = await db.selectFrom('location').select(['document', 'version']).orderBy('location_id').execute()
  return rows.map(toAdministered)
}

/** Returns a location with its version, locked until the transaction ends; undefined if there is none. */
export const findLocationForUpdate = async (
  db: Database,
  kind: DatabaseKind,
  locationID: string,
): Promise<AdministeredLocation | undefined> => {
  const query = db.selectFrom('location').select(['document', 'version']).where('location_id', '=', locationID)
  // Bookings can still refer to the locked row. On SQLite a write transaction runs alone, and there is no lock clause.
  const row = await (kind === 'postgresql' ? query.forNoKeyUpdate() : query).executeTakeFirst()
  return row === undefined ? undefined : toAdministered(row)
}

/** Stores a new location. If the location's id is taken, throws the database's error for a unique constraint. */
export const addLocation = async (db: Database, location: Location): Promise<void> => {
  await db
    .insertInto('location')
    .values({ location_id: location.locationID, document: JSON.stringify(location), version: 1 })
    .execute()
}

/**
 * Replaces a location's document; the version becomes `version`. The change feed announces the change to workstations.
 */
export const replaceLocation = async (db: Database, location: Location, version: number): Promise<void> => {
  await db
    .updateTable('location')
    .set({ document: JSON.stringify(location), version })
    .where('location_id', '=', location.locationID)
    .execute()
}
