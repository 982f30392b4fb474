import { z } from 'zod'
import { promoCodeSchema, skuSchema } from '#domain/catalogue/sku.ts'
import { locationSchema } from '#domain/locations/location.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'
import { bare, open, querySku, type Route } from '../route.ts'

/** The scan types and locations that can be booked (booking spec §7). */
export const catalogueRoutes = {
  readBookingCatalogue: {
    ...bare,
    method: 'GET',
    path: '/booking/',
    access: open,
    audit: null,
    query: z.object({ locationID: locationIDSchema.optional(), skuID: querySku.optional() }),
    answer: z.object({
      skus: z.array(skuSchema),
      /** With a staff session, every location that the person may see; without one, the self-service locations. */
      locations: z.array(locationSchema),
      cardProviderTokens: z.record(z.string(), z.string()),
      promocodes: z.array(promoCodeSchema),
    }),
  },
} as const satisfies Record<string, Route>
