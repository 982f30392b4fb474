import type { LocationsBridge } from '#contract/locations/bridge.ts'
import { fail, ok, type Reply } from '#contract/reply.ts'
import type { PromoCode } from '#domain/catalogue/sku.ts'
import type { Location } from '#domain/locations/location.ts'
import { isLocationAllowed, selectableLocations } from '#domain/locations/location-rules.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { Currency } from '#domain/values/money.ts'
import type { BackOfficeClient } from '../back-office-client/back-office-client.ts'
import { toOffline } from '../back-office-client/staff-calls.ts'
import type { WorkstationDatabase } from '../database/open-workstation-database.ts'
import type { Publish } from '../publish.ts'
import type { SessionHolder } from '../session/session-service.ts'

export type LocationsService = {
  /** Reads locations and scan types from the back office into the cache; publishes an event when they changed. */
  refresh(): Promise<Reply<null>>
  /** Returns a location by id, from the cache or else from the back office. Failures: `not-found`, `offline`. */
  find(locationID: LocationID): Promise<Reply<Location>>
  /**
   * Returns a location as {@link find} does, if the signed-in user may use the location. Further failures:
   * `location-forbidden`, `signed-out`.
   */
  findAllowed(locationID: LocationID): Promise<Reply<Location>>
  /** Returns all promos, from memory for some minutes, else from the back office. Failures: `offline`. */
  promocodes(): Promise<Reply<readonly PromoCode[]>>
  /** Returns the card provider's publishable key for a currency; null when the back office sent none. */
  cardProviderToken(currency: Currency): string | null
}

type LocationsServiceParts = {
  readonly client: BackOfficeClient
  readonly session: SessionHolder
  readonly database: WorkstationDatabase
  readonly publish: Publish
  isOnline(): boolean
  nowMs(): number
}

/** Promos rarely change, and the back office decides on each one anyway. */
const promosGoodForMs = 5 * 60_000

/** Returns the refusal with the text of the spec's error catalogue (booking spec §8). */
export const refuseLocation = (): Reply<never> =>
  fail('location-forbidden', 'The location is not allowed to your account.')

/** Creates the service for locations and scan types: read from the cache, refreshed in the background. */
export const createLocationsService = (
  parts: LocationsServiceParts,
): LocationsBridge & { readonly catalogue: LocationsService } => {
  const { client, session, database, publish, isOnline, nowMs } = parts
  /**
   * The session token of the last read since Atrium started. Reads without a token do not count: for them the back
   * office returns self-service locations only.
   */
  let readAs: string | null = null
  let underWay: Promise<Reply<null>> | null = null
  /** In memory only: no promo applies offline. */
  let promos: { readonly codes: readonly PromoCode[]; readonly token: string | null; readonly readAt: number } | null =
    null

  let providerTokens: Readonly<Record<string, string>> = {}

  const read = async (): Promise<Reply<null>> => {
    const token = session.token()
    const reply = await client.call('readBookingCatalogue', {}, { token })
    if (!reply.ok) {
      if (token !== null && reply.failure.code === 'signed-out') session.expire(token)
      return toOffline(reply)
    }
    if (token !== null) readAs = token
    const { locations, skus, promocodes, cardProviderTokens } = reply.value
    providerTokens = cardProviderTokens
    promos = { codes: promocodes, token, readAt: nowMs() }
    const changed = database.withCache((cache) =>
      cache.transact(() => {
        const changes = locations.map((location) => cache.catalogue.putLocation(location))
        return [...changes, cache.catalogue.replaceSkus(skus)].includes(true)
      }),
    )
    if (changed) publish('locations.changed', {})
    return ok(null)
  }

  const refresh = (): Promise<Reply<null>> => {
    underWay ??= read().finally(() => {
      underWay = null
    })
    return underWay
  }

  const known = () => database.withCache((cache) => cache.catalogue.locations())

  const find = async (locationID: LocationID): Promise<Reply<Location>> => {
    const cached = database.withCache((cache) => cache.catalogue.location(locationID))
    if (cached !== null) return ok(cached)
    const refreshed = await refresh()
    if (!refreshed.ok) return refreshed
    const found = database.withCache((cache) => cache.catalogue.location(locationID))
    return found === null ? fail('not-found', 'Location not found.') : ok(found)
  }

  return {
    list: async ({ purpose }) => {
      const choose = () => selectableLocations(known(), session.user(), purpose)
      const chosen = choose()
      const mayBePartial =
        purpose === 'assisted' && isOnline() && session.token() !== null && readAs !== session.token()
      if (chosen.length > 0 && !mayBePartial) return ok(chosen)
      // An empty list means a new workstation or a user without locations. A list from before this sign-in may lack
      // some of the user's locations. Only the back office has the full list.
      const refreshed = await refresh()
      return refreshed.ok || chosen.length > 0 ? ok(choose()) : refreshed
    },
    skus: async () => {
      const cached = database.withCache((cache) => cache.catalogue.skus())
      if (cached.length > 0) return ok(cached)
      const refreshed = await refresh()
      return refreshed.ok ? ok(database.withCache((cache) => cache.catalogue.skus())) : refreshed
    },
    catalogue: {
      refresh,
      find,
      findAllowed: async (locationID) => {
        const user = session.user()
        if (user === null) return fail('signed-out', 'Sign in first.')
        if (!isLocationAllowed(user, locationID)) return refuseLocation()
        return await find(locationID)
      },
      cardProviderToken: (currency) => providerTokens[currency] ?? null,
      promocodes: async () => {
        const isGood = promos !== null && promos.token === session.token() && nowMs() - promos.readAt < promosGoodForMs
        if (promos !== null && isGood) return ok(promos.codes)
        const refreshed = await refresh()
        return refreshed.ok ? ok(promos?.codes ?? []) : refreshed
      },
    },
  }
}
