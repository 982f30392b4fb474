import type { RouteAnswer } from '#contract/back-office.ts'
import type { AdministeredSku } from '#domain/catalogue/administered-catalogue.ts'
import { toInstant } from '#domain/values/instant.ts'
import { todayAt } from '#domain/values/location-clock.ts'
import { inTransaction } from '../database/database.ts'
import type { HandlerContext, HandlerInput } from '../kernel/handler.ts'
import { addSku, changeSkuRow, readAdministeredSkus } from '../repositories/administered-catalogue-repository.ts'
import { announceLocations, findLocationPrices } from '../repositories/location-prices-repository.ts'
import { readLocations } from '../repositories/locations-repository.ts'
import { toLocationPrice } from './administer-prices.ts'
import { recordNotFound, refusedField, staleAgainst } from './administration-refusals.ts'
import { catalogueAdministrationWords as words } from './catalogue-administration-words.ts'

/** Returns all scan types and add-ons, all price rows, and what each location sells today. */
export const readAdministeredCatalogue = async (
  context: Pick<HandlerContext, 'db' | 'now'>,
): Promise<RouteAnswer<'readAdministeredCatalogue'>> => {
  const { db, now } = context
  const [skus, prices, locations] = [
    await readAdministeredSkus(db),
    await findLocationPrices(db),
    await readLocations(db),
  ]
  return {
    skus,
    prices: prices.toReversed().map(toLocationPrice),
    locations: locations.map(({ locationID, address, currency, timezone, catalog }) => ({
      locationID,
      name: address.name,
      currency: currency.currency,
      today: todayAt(toInstant(now * 1000), timezone),
      sold: [
        ...catalog.primary
          .filter(({ withdrawn }) => withdrawn !== true)
          .map(({ skuID, price, admin }) => ({ skuID, price, isAdminOnly: admin })),
        ...catalog.addons.map(({ skuID, price }) => ({ skuID, price, isAdminOnly: false })),
      ],
    })),
  }
}

type ChangeContext = Pick<HandlerContext, 'db' | 'setAuditSubject'>

/** Creates a scan type or add-on. Throws 400 with field `skuID` if another SKU has the number. */
export const createSku = async (
  body: HandlerInput<'createSku'>['body'],
  context: ChangeContext,
): Promise<RouteAnswer<'createSku'>> =>
  inTransaction(context.db, async (db) => {
    const sku = { ...body, extensions: [...body.extensions], promocodes: [] }
    if (!(await addSku(db, sku))) throw refusedField('skuID', words.skuUsed)
    const after: AdministeredSku = { ...sku, version: 1, active: true }
    context.setAuditSubject({ what: `sku ${sku.skuID}`, change: { before: null, after } })
    return after
  })

/**
 * Changes a scan type, deactivates it, or activates it again. A new name takes effect at every location. Throws 409
 * `stale` with the current record; 404 for an unknown scan type.
 */
export const changeSku = async (
  skuID: number,
  { version, active, ...fields }: HandlerInput<'changeSku'>['body'],
  context: ChangeContext,
): Promise<RouteAnswer<'changeSku'>> =>
  inTransaction(context.db, async (db) => {
    const before = (await readAdministeredSkus(db)).find((sku) => sku.skuID === skuID)
    if (before === undefined) throw recordNotFound()
    if (before.version !== version) throw staleAgainst(before)
    const changed = { ...before, ...fields, extensions: [...fields.extensions], active }
    if (!(await changeSkuRow(db, changed))) throw staleAgainst(before)
    const after = { ...changed, version: version + 1 }
    context.setAuditSubject({ what: `sku ${skuID}`, change: { before, after } })
    await announceLocations(
      db,
      (await readLocations(db)).map(({ locationID }) => locationID),
    )
    return after
  })
