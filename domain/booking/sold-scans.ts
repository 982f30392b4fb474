import type { CatalogScan, Location } from '../locations/location.ts'

/**
 * Returns the scans that a location offers: all that it still sells to staff, those not marked for administrators to
 * members (booking spec §3 catalog).
 */
export const decideSoldScans = (
  location: Pick<Location, 'catalog'>,
  purpose: 'assisted' | 'self-service',
): readonly CatalogScan[] =>
  location.catalog.primary.filter((scan) => scan.withdrawn !== true && (purpose === 'assisted' || !scan.admin))
