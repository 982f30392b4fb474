import { decideSoldScans } from '#domain/booking/sold-scans.ts'
import type { Location } from '#domain/locations/location.ts'
import { defaultSkuID, type SkuID } from '#domain/values/location-id.ts'

/**
 * Returns the scan type to select at a location: the wanted one if the location's own list has it, otherwise the
 * default one, otherwise the first one sold; null if the location sells none.
 */
export const decideScanType = (location: Location, wanted: SkuID | null): SkuID | null => {
  // The location's list includes withdrawn scan types, because an existing booking keeps its scan type.
  const kept = location.catalog.primary.find((scan) => scan.skuID === wanted)
  const sold = decideSoldScans(location, 'assisted').map((scan) => scan.skuID)
  return kept?.skuID ?? sold.find((skuID) => skuID === defaultSkuID) ?? sold[0] ?? null
}
