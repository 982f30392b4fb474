import type { Sku } from '../catalogue/sku.ts'
import type { Location } from '../locations/location.ts'
import type { SkuID } from '../values/location-id.ts'

/**
 * Returns the package of a study in words (study spec §2, §9): the location's name for the package, else the
 * catalogue's name, else `SKU 300`. The last case is an older study with a package that is no longer sold.
 */
export const packageName = (
  skuID: SkuID,
  location: Pick<Location, 'catalog'> | null,
  skus: readonly Pick<Sku, 'skuID' | 'name'>[] = [],
): string => {
  const sold = location?.catalog.primary.find((scan) => scan.skuID === skuID) ?? skus.find((sku) => sku.skuID === skuID)
  return sold === undefined || sold.name === '' ? `SKU ${skuID}` : sold.name
}
