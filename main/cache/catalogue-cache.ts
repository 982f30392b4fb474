import type { Sku } from '#domain/catalogue/sku.ts'
import type { Location } from '#domain/locations/location.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { Database } from '#runtime/encrypted-database.ts'

export type CatalogueCache = {
  locations(): readonly Location[]
  location(locationID: LocationID): Location | null
  /** Returns the ids of the active locations without their records, for frequent callers. */
  activeLocationIDs(): readonly LocationID[]
  skus(): readonly Sku[]
  /** Stores one location; returns true when it differs from the stored one. */
  putLocation(location: Location): boolean
  deleteLocation(locationID: string): boolean
  /** Replaces the scan types; returns true when any of them differs. */
  replaceSkus(skus: readonly Sku[]): boolean
}

type DocumentRow = { readonly document: string }
const parse = <Value>(row: DocumentRow): Value => JSON.parse(row.document) as Value

/** Creates the cache of locations and scan types. */
export const createCatalogueCache = (db: Database): CatalogueCache => {
  const allLocations = db.prepare<[], DocumentRow>('select document from location order by location_id')
  const activeIDs = db
    .prepare<[], LocationID>("select location_id from location where document ->> '$.active' order by location_id")
    .pluck(true)
  const oneLocation = db.prepare<[string], DocumentRow>('select document from location where location_id = ?')
  const allSkus = db.prepare<[], DocumentRow>('select document from sku order by sku_id')
  const putLocation = db.prepare('insert or replace into location (location_id, document) values (?, ?)')
  const deleteLocation = db.prepare('delete from location where location_id = ?')
  const clearSkus = db.prepare('delete from sku')
  const putSku = db.prepare('insert or replace into sku (sku_id, document) values (?, ?)')

  // The sync asks for these ids several times a second, and SQLite would parse the JSON of all locations each time.
  let knownActiveIDs: readonly LocationID[] | null = null

  const replaceSkus = db.transaction((skus: readonly Sku[]): boolean => {
    const before = JSON.stringify(allSkus.all())
    clearSkus.run()
    for (const sku of skus) putSku.run(sku.skuID, JSON.stringify(sku))
    return before !== JSON.stringify(allSkus.all())
  })

  return {
    locations: () => allLocations.all().map(parse<Location>),
    location: (locationID) => {
      const row = oneLocation.get(locationID)
      return row === undefined ? null : parse<Location>(row)
    },
    activeLocationIDs: () => {
      knownActiveIDs ??= activeIDs.all()
      return knownActiveIDs
    },
    skus: () => allSkus.all().map(parse<Sku>),
    putLocation: (location) => {
      const document = JSON.stringify(location)
      if (oneLocation.get(location.locationID)?.document === document) return false
      putLocation.run(location.locationID, document)
      knownActiveIDs = null
      return true
    },
    deleteLocation: (locationID) => {
      knownActiveIDs = null
      return deleteLocation.run(locationID).changes > 0
    },
    replaceSkus: (skus) => replaceSkus(skus),
  }
}
