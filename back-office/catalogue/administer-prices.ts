import type { RouteAnswer } from '#contract/back-office.ts'
import type { LocationPrice } from '#domain/catalogue/administered-catalogue.ts'
import type { Location } from '#domain/locations/location.ts'
import { toInstant } from '#domain/values/instant.ts'
import { todayAt } from '#domain/values/location-clock.ts'
import type { LocationID, SkuID } from '#domain/values/location-id.ts'
import { roundToMoney, toDecimalAmount, toMoney } from '#domain/values/money.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { type Database, inTransaction } from '../database/database.ts'
import { type HandlerContext, type HandlerInput, requireCaller } from '../kernel/handler.ts'
import { readAdministeredSkus } from '../repositories/administered-catalogue-repository.ts'
import {
  addLocationPriceRows,
  announceLocations,
  findWaitingPrices,
  type LocationPriceRow,
  markPricesEffective,
} from '../repositories/location-prices-repository.ts'
import { readLocations } from '../repositories/locations-repository.ts'
import { refusedField } from './administration-refusals.ts'
import { catalogueAdministrationWords as words } from './catalogue-administration-words.ts'

export const toLocationPrice = (row: LocationPriceRow): LocationPrice => ({
  priceID: row.price_id,
  locationID: row.location_id as LocationID,
  skuID: row.sku_id as SkuID,
  price: row.amount === null ? null : toDecimalAmount(toMoney(row.amount)),
  firstDay: row.first_day as PlainDate,
  isAdminOnly: row.admin_only === 1,
  isInEffect: row.effective_at !== null,
  by: row.by_name,
  at: toInstant(row.at * 1000),
})

const todayOf = ({ timezone }: Location, now: number): PlainDate => todayAt(toInstant(now * 1000), timezone)

/**
 * Adds a price row at each of the named locations. A price whose first day is today takes effect at once. A later price
 * waits for {@link applyDuePrices}. Throws 400 with field `skuID`, `locationIDs` or `firstDay`.
 */
export const addLocationPrices = async (
  { skuID, locationIDs, price, firstDay, isAdminOnly }: HandlerInput<'addLocationPrices'>['body'],
  context: Pick<HandlerContext, 'caller' | 'db' | 'newId' | 'now' | 'setAuditSubject'>,
): Promise<RouteAnswer<'addLocationPrices'>> =>
  inTransaction(context.db, async (db) => {
    const caller = requireCaller(context)
    if (!(await readAdministeredSkus(db)).some((sku) => sku.skuID === skuID))
      throw refusedField('skuID', words.noSuchSku)
    const all = await readLocations(db)
    const places = [...new Set(locationIDs)].map((locationID) => {
      const place = all.find((each) => each.locationID === locationID)
      if (place === undefined) throw refusedField('locationIDs', words.noSuchLocation)
      return place
    })
    if (places.some((place) => firstDay < todayOf(place, context.now))) throw refusedField('firstDay', words.dayPassed)
    const before = places.map(({ locationID, catalog }) => ({
      locationID,
      price: [...catalog.primary, ...catalog.addons].find((sold) => sold.skuID === skuID)?.price ?? null,
    }))
    const rows = places.map(
      (place): Omit<LocationPriceRow, 'place'> => ({
        price_id: context.newId(),
        location_id: place.locationID,
        sku_id: skuID,
        amount: price === null ? null : roundToMoney(price),
        first_day: firstDay,
        admin_only: isAdminOnly ? 1 : 0,
        by_user: caller.userID,
        by_name: caller.name,
        at: context.now,
        effective_at: firstDay <= todayOf(place, context.now) ? context.now : null,
      }),
    )
    const added = await addLocationPriceRows(db, rows)
    await announceLocations(
      db,
      rows.filter((row) => row.effective_at !== null).map((row) => row.location_id),
    )
    const after = added.map(toLocationPrice)
    context.setAuditSubject({ what: `sku ${skuID} at ${locationIDs.join(', ')}`, change: { before, after } })
    return after
  })

/** No location's date is more than a day ahead of the date in UTC. */
const aDay = 86_400

/**
 * Applies the prices whose first day has begun on their location's clock, and adds these locations to the change feed.
 * Returns the number of applied prices. Of several processes over one database, the leading one calls it.
 */
export const applyDuePrices = async (database: Database, now: number): Promise<number> => {
  const lastDay = new Date((now + aDay) * 1000).toISOString().slice(0, 10)
  if ((await findWaitingPrices(database, lastDay)).length === 0) return 0
  return inTransaction(database, async (db) => {
    const locations = await readLocations(db)
    const due = (await findWaitingPrices(db, lastDay)).filter((row) => {
      const place = locations.find(({ locationID }) => locationID === row.location_id)
      return place !== undefined && row.first_day <= todayOf(place, now)
    })
    if (due.length === 0) return 0
    await markPricesEffective(
      db,
      due.map((row) => row.price_id),
      now,
    )
    await announceLocations(
      db,
      due.map((row) => row.location_id),
    )
    return due.length
  })
}
