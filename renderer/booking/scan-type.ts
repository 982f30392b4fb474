import type { Location } from '#domain/locations/location.ts'
import { defaultSkuID, type SkuID } from '#domain/values/location-id.ts'

/**
 * Returns the scan type to keep at another location: the same if it is sold there, else the default one, else the
 * first.
 */
export const decideScanType = (location: Location, wanted: SkuID | null): SkuID | null => {
  const sold = location.catalog.primary.map((scan) => scan.skuID)
  return sold.find((skuID) => skuID === wanted) ?? sold.find((skuID) => skuID === defaultSkuID) ?? sold[0] ?? null
}
