import type { CatalogScan, Location } from '../locations/location.ts'

/**
 * Returns the scans that a location offers (booking spec §3 catalog): to staff, all scans that it still sells; to
 * members, only the scans among them that are not reserved for administrators.
 */
export const decideSoldScans = (
  location: Pick<Location, 'catalog'>,
  purpose: 'assisted' | 'self-service',
): readonly CatalogScan[] =>
  location.catalog.primary.filter((scan) => scan.withdrawn !== true && (purpose === 'assisted' || !scan.admin))
