import type { RouteAnswer } from '#contract/back-office.ts'
import { currencies } from '#domain/values/money.ts'
import { type HandlerContext, type HandlerInput, mayWorkAt } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { asShownTo, skuAsShownTo } from '../locations/open-locations.ts'
import type { CardProcessor } from '../outside/processor/card-processor.ts'
import { readPromoCodes, readSkus } from '../repositories/catalogue-repository.ts'
import { readLocations } from '../repositories/locations-repository.ts'

/** Returns the publishable keys of the card entry fields, by currency; empty if the processor has none. */
const tokensByCurrency = (processor: CardProcessor): Record<string, string> =>
  Object.fromEntries(
    currencies.flatMap((currency) => {
      const token = processor.publishableKey(currency)
      return token === null ? [] : [[currency, token]]
    }),
  )

/**
 * Returns the scans and locations that the caller may see (booking spec §7). Throws 403 or 404 if the query names a
 * location that the caller may not see.
 */
export const readBookingCatalogue = async (
  query: HandlerInput<'readBookingCatalogue'>['query'],
  context: Pick<HandlerContext, 'caller' | 'cardProcessor' | 'db'>,
): Promise<RouteAnswer<'readBookingCatalogue'>> => {
  const { caller } = context
  const [skus, all, promocodes] = await Promise.all([
    readSkus(context.db),
    readLocations(context.db),
    // Promo codes reduce the price: only staff may read them.
    caller?.isStaff === true ? readPromoCodes(context.db) : [],
  ])
  const locations = all.filter((location) =>
    caller?.isStaff === true ? mayWorkAt(caller, location.locationID) : location.active && location.selfServiceBooking,
  )
  const chosen = locations.filter(
    (location) => query.locationID === undefined || location.locationID === query.locationID,
  )
  if (query.locationID !== undefined && chosen.length === 0) {
    throw caller?.isStaff === true && all.some((location) => location.locationID === query.locationID)
      ? new Refusal('location-forbidden', 'The location is not allowed to your account.')
      : new Refusal('not-found', 'Location not found.')
  }
  const chosenSkus = skus.filter((sku) => query.skuID === undefined || sku.skuID === query.skuID)
  return {
    skus: chosenSkus.map((sku) => skuAsShownTo(caller, sku)),
    locations: chosen.map((location) => asShownTo(caller, location)),
    cardProviderTokens: tokensByCurrency(context.cardProcessor),
    promocodes,
  }
}
