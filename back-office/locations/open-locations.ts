import { decideSoldScans } from '#domain/booking/sold-scans.ts'
import type { Sku } from '#domain/catalogue/sku.ts'
import type { Location } from '#domain/locations/location.ts'
import type { Caller } from '../kernel/handler.ts'

/** What members read instead of a closure's reason, which only staff may read. */
const closedForMembers = 'Closed'

/**
 * Returns a location as the caller may see it: complete for staff. For others, three things are omitted: the scans
 * that only administrators sell (booking spec §3 catalog), the ids of promo codes, and the reasons of closures.
 */
export const asShownTo = (caller: Caller | null, location: Location): Location =>
  caller?.isStaff === true
    ? location
    : {
        ...location,
        ...(location.closures !== undefined && {
          closures: location.closures.map((closure) => ({ ...closure, reason: closedForMembers })),
        }),
        catalog: {
          ...location.catalog,
          primary: decideSoldScans(location, 'self-service').map((scan) => ({ ...scan, promos: [] })),
        },
      }

/** Returns a scan type as the caller may see it: without the ids of promo codes, except for staff. */
export const skuAsShownTo = (caller: Caller | null, sku: Sku): Sku =>
  caller?.isStaff === true ? sku : { ...sku, promocodes: [] }
