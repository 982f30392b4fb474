import type { CatalogScan, Location } from '../locations/location.ts'

/**
 * Returns the scans that a location offers: to staff all that it still sells, to members those that are not reserved
 * for administrators (booking spec §3 catalog).
 */
export const decideSoldScans = (
  location: Pick<Location, 'catalog'>,
  purpose: 'assisted' | 'self-service',
): readonly CatalogScan[] =>
  location.catalog.primary.filter((scan) => scan.withdrawn !== true && (purpose === 'assisted' || !scan.admin))
