import type { CurrentPrice } from '#domain/catalogue/location-catalogue.ts'
import type { SkuID } from '#domain/values/location-id.ts'
import { toDecimalAmount, toMoney } from '#domain/values/money.ts'
import type { LocationPriceTable } from '../database/catalogue-tables.ts'
import type { Database } from '../database/database.ts'

export type LocationPriceRow = Readonly<LocationPriceTable>

/** Returns the price rows of one location, or of all locations, in the order in which they come into effect. */
export const findLocationPrices = async (
  db: Database,
  which: { readonly locationID?: string; readonly isInEffect?: true } = {},
): Promise<LocationPriceRow[]> => {
  const { locationID, isInEffect } = which
  return await db
    .selectFrom('location_price')
    .selectAll()
    .$if(locationID !== undefined, (query) => query.where('location_id', '=', locationID ?? ''))
    .$if(isInEffect === true, (query) => query.where('effective_at', 'is not', null))
    .orderBy('first_day')
    .orderBy('place')
    .orderBy('price_id')
    .execute()
}

/**
 * Returns the current price of each scan type at one location. `rows` are the location's rows in effect, in the order
 * of {@link findLocationPrices}.
 */
export const toCurrentPrices = (rows: readonly LocationPriceRow[]): CurrentPrice[] => {
  const current = new Map<number, CurrentPrice>()
  for (const row of rows) {
    const before = current.get(row.sku_id)
    current.set(row.sku_id, {
      skuID: row.sku_id as SkuID,
      price: row.amount === null ? (before?.price ?? null) : toDecimalAmount(toMoney(row.amount)),
      isSold: row.amount !== null,
      isAdminOnly: row.admin_only === 1,
    })
  }
  return [...current.values()]
}

export const addLocationPriceRows = async (
  db: Database,
  rows: readonly Omit<LocationPriceRow, 'place'>[],
): Promise<LocationPriceRow[]> => {
  const last = await db
    .selectFrom('location_price')
    .select((row) => row.fn.max('place').as('place'))
    .executeTakeFirst()
  const placed = rows.map((row, at) => ({ ...row, place: Number(last?.place ?? 0) + at + 1 }))
  await db.insertInto('location_price').values(placed).execute()
  return placed
}

/**
 * Returns the rows that are not in effect yet and start on `lastDay` or earlier. `lastDay` must be today or later at
 * every location, so some rows may start on a day that has not begun yet at the row's location.
 */
export const findWaitingPrices = async (db: Database, lastDay: string): Promise<LocationPriceRow[]> =>
  await db
    .selectFrom('location_price')
    .selectAll()
    .where('effective_at', 'is', null)
    .where('first_day', '<=', lastDay)
    .execute()

export const markPricesEffective = async (db: Database, priceIDs: readonly string[], at: number): Promise<void> => {
  await db
    .updateTable('location_price')
    .set({ effective_at: at })
    .where('price_id', 'in', [...priceIDs])
    .execute()
}

/**
 * Writes these locations unchanged, so that the change feed announces their new catalogue to workstations. The order of
 * the ids avoids deadlocks.
 */
export const announceLocations = async (db: Database, locationIDs: readonly string[]): Promise<void> => {
  for (const locationID of [...new Set(locationIDs)].sort()) {
    await db
      .updateTable('location')
      .set((row) => ({ document: row.ref('document') }))
      .where('location_id', '=', locationID)
      .execute()
  }
}
