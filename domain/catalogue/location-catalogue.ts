import type { CatalogScan, Location } from '../locations/location.ts'
import type { SkuID } from '../values/location-id.ts'
import type { AdministeredSku } from './administered-catalogue.ts'

/**
 * The current price of a scan type at a location. If `isSold` is false, the location no longer sells it, and `price` is
 * its last price. `price` is null if the scan type never had a price at this location.
 */
export type CurrentPrice = {
  readonly skuID: SkuID
  readonly price: number | null
  readonly isSold: boolean
  readonly isAdminOnly: boolean
}

type Catalog = Location['catalog']

/**
 * Returns what a location sells: the catalogue in the location's own record, changed by the current prices. A primary
 * scan type that is no longer sold stays in the catalogue, marked `withdrawn`, because existing bookings still need its
 * name and minutes. A scan type that administrators renamed has its new name everywhere.
 */
export const decideLocationCatalogue = (
  own: Catalog,
  skus: readonly AdministeredSku[],
  prices: readonly CurrentPrice[],
): Catalog => {
  if (skus.length === 0 && prices.length === 0) return own
  const skuOf = (skuID: SkuID) => skus.find((sku) => sku.skuID === skuID)
  const priceOf = (skuID: SkuID) => prices.find((price) => price.skuID === skuID)
  const isSold = (skuID: SkuID): boolean => priceOf(skuID)?.isSold !== false && skuOf(skuID)?.active !== false
  const nameOf = (skuID: SkuID, name: string): string => {
    const sku = skuOf(skuID)
    return sku !== undefined && sku.version > 1 ? sku.name : name
  }
  const primary = own.primary.map(({ withdrawn: _, ...scan }): CatalogScan => {
    const price = priceOf(scan.skuID)
    return {
      ...scan,
      name: nameOf(scan.skuID, scan.name),
      price: price?.price ?? scan.price,
      admin: price?.isAdminOnly ?? scan.admin,
      ...(isSold(scan.skuID) ? {} : { withdrawn: true }),
    }
  })
  const addons = own.addons
    .filter(({ skuID }) => isSold(skuID))
    .map((addon) => ({
      ...addon,
      name: nameOf(addon.skuID, addon.name),
      price: priceOf(addon.skuID)?.price ?? addon.price,
    }))
  const isOwn = (skuID: SkuID): boolean => [...own.primary, ...own.addons].some((entry) => entry.skuID === skuID)
  for (const { skuID, price, isAdminOnly } of prices) {
    const sku = skuOf(skuID)
    if (sku === undefined || price === null || isOwn(skuID)) continue
    if (sku.type === 'addon') {
      if (isSold(skuID)) addons.push({ skuID, name: sku.name, price })
      continue
    }
    primary.push({
      skuID,
      name: sku.name,
      price,
      scanTime: sku.time,
      cleaningTime: 0,
      extensions: sku.extensions,
      promos: sku.promocodes,
      admin: isAdminOnly,
      ...(isSold(skuID) ? {} : { withdrawn: true }),
    })
  }
  const bySku = (a: { readonly skuID: SkuID }, b: { readonly skuID: SkuID }): number => a.skuID - b.skuID
  return { primary: primary.toSorted(bySku), addons: addons.toSorted(bySku) }
}
