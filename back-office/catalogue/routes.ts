import { currencies } from '#domain/money/money.ts'
import { toInstant } from '#domain/time/instant.ts'
import type { ZoneId } from '#domain/time/location-clock.ts'
import { type ZoneTable, zoneTableFingerprint } from '#domain/time/zone-rules.ts'
import { type Handlers, mayWorkAt } from '../kernel/handler.ts'
import { RouteFailure } from '../kernel/route-failure.ts'
import { asShownTo, skuAsShownTo } from '../locations/open-locations.ts'
import type { CardProcessor } from '../outside/processor/card-processor.ts'
import { readPromoCodes, readSkus } from '../repositories/catalogue-repository.ts'
import { readLocations } from '../repositories/locations-repository.ts'

/** Clocks change on quarters of an hour everywhere, so within one the table stays as it is. */
const zoneTableSeconds = 900
let lastZoneTable: { readonly key: string; readonly table: ZoneTable } | null = null

/** The zones' clock rules as seen now. Working them out takes tens of milliseconds, and every desk asks every 5 s. */
const zoneTableAt = (zones: readonly ZoneId[], now: number): ZoneTable => {
  const from = Math.floor(now / zoneTableSeconds) * zoneTableSeconds
  const key = `${from} ${zones.join()}`
  if (lastZoneTable?.key !== key) {
    lastZoneTable = { key, table: zoneTableFingerprint(zones, toInstant(from * 1000)) }
  }
  return lastZoneTable.table
}

/** What the card fields are opened with, by currency; none where there are no such fields. */
const tokensByCurrency = (processor: CardProcessor): Record<string, string> =>
  Object.fromEntries(
    currencies.flatMap((currency) => {
      const token = processor.publishableKey(currency)
      return token === null ? [] : [[currency, token]]
    }),
  )

/** The catalogue, and how the service is (booking spec §7; decisions §4 Health). */
export const catalogueHandlers: Handlers<'health' | 'readBookingCatalogue'> = {
  health: async (_input, context) => {
    const locations = await readLocations(context.db)
    const zones = [...new Set(locations.map((location) => location.timezone))].sort()
    return {
      status: 'ok',
      version: context.version,
      database: context.kind,
      tzdata: process.versions.tz ?? 'unknown',
      zones: { ...zoneTableAt(zones, context.now) },
      environment: context.environment,
      supportPhone: context.supportPhone,
      cardProcessor: context.cardProcessor.kind,
    }
  },

  readBookingCatalogue: async ({ query }, context) => {
    const { caller } = context
    const [skus, all, promocodes] = await Promise.all([
      readSkus(context.db),
      readLocations(context.db),
      // Codes give money off: they are for staff to apply, not for anybody to read.
      caller?.isStaff === true ? readPromoCodes(context.db) : [],
    ])
    const locations = all.filter((location) =>
      caller?.isStaff === true
        ? mayWorkAt(caller, location.locationID)
        : location.active && location.selfServiceBooking,
    )
    const chosen = locations.filter(
      (location) => query.locationID === undefined || location.locationID === query.locationID,
    )
    if (query.locationID !== undefined && chosen.length === 0) {
      throw caller?.isStaff === true && all.some((location) => location.locationID === query.locationID)
        ? new RouteFailure(403, 'location-forbidden', 'The location is not allowed to your account.')
        : new RouteFailure(404, 'not-found', 'There is no such location.')
    }
    const chosenSkus = skus.filter((sku) => query.skuID === undefined || sku.skuID === query.skuID)
    return {
      skus: chosenSkus.map((sku) => skuAsShownTo(caller, sku)),
      locations: chosen.map((location) => asShownTo(caller, location)),
      cardProviderTokens: tokensByCurrency(context.cardProcessor),
      promocodes,
    }
  },
}
