import type { Sku } from '../catalogue/sku.ts'
import type { Location } from '../locations/location.ts'
import type { SkuID } from '../values/location-id.ts'

/**
 * Returns the package of a study in words (study spec §2, §9): the location's name for it, else the catalogue's, else
 * `SKU 300`, because an older study may have a package that is no longer sold.
 */
export const packageName = (
  skuID: SkuID,
  location: Pick<Location, 'catalog'> | null,
  skus: readonly Pick<Sku, 'skuID' | 'name'>[] = [],
): string => {
  const sold = location?.catalog.primary.find((scan) => scan.skuID === skuID) ?? skus.find((sku) => sku.skuID === skuID)
  return sold === undefined || sold.name === '' ? `SKU ${skuID}` : sold.name
}
