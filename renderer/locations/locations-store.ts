import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import type { Sku } from '#domain/catalogue/sku.ts'
import type { Location } from '#domain/locations/location.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { Loadable } from '../kit/loadable.ts'
import { createReadings } from '../kit/readings.ts'
import type { PreferencesStore } from '../session/preferences-store.ts'

export type LoadedCatalogue = { readonly locations: readonly Location[]; readonly skus: readonly Sku[] }

type LocationsStoreState = {
  /** The locations that the user may choose, and all scan types. */
  readonly catalogue: Loadable<LoadedCatalogue>
  /** The location where the user works. The preferences store only a copy. An open booking has its own location. */
  readonly chosenID: LocationID | null
  readonly load: () => Promise<void>
  /** Chooses one of the loaded locations; any other location is ignored. */
  readonly choose: (locationID: LocationID) => void
  readonly clear: () => void
}
export type LocationsStore = StoreApi<LocationsStoreState>
export type WithLocations = { readonly locations: LocationsStore }

/** Returns the location where the user works; undefined until the locations are loaded, or if none is chosen. */
export const chosenLocation = (state: Pick<LocationsStoreState, 'catalogue' | 'chosenID'>): Location | undefined =>
  state.catalogue.kind === 'ready'
    ? state.catalogue.value.locations.find((location) => location.locationID === state.chosenID)
    : undefined

/** The data that decides where the user starts to work if the user has chosen no location today. */
type DeskPlace = {
  /** Returns the home location of the signed-in user. */
  readonly homeLocation: () => LocationID | null
  /** The time zone of this computer's clock. */
  readonly computerZone: string
}

/**
 * Returns the first of these locations that is in the list: the wanted location, the user's home location, a location
 * in this computer's time zone (a workstation is in its clinic), or the top of the list. Null if the list is empty.
 */
const decideChosen = (
  locations: readonly Location[],
  wanted: LocationID | null,
  { homeLocation, computerZone }: DeskPlace,
): LocationID | null =>
  (
    locations.find((location) => location.locationID === wanted) ??
    locations.find((location) => location.locationID === homeLocation()) ??
    locations.find((location) => location.timezone === computerZone) ??
    locations[0]
  )?.locationID ?? null

/** Creates the store of the user's locations and the chosen one (booking spec §2, §6). */
export const createLocationsStore = (
  bridge: Pick<Bridge, 'locations' | 'on'>,
  preferences: PreferencesStore,
  place: DeskPlace,
): LocationsStore =>
  createStore<LocationsStoreState>((set, get) => {
    const readings = createReadings()
    const reload = (): void => {
      if (get().catalogue.kind !== 'idle') void get().load()
    }
    bridge.on('locations.changed', reload)
    bridge.on('bridge.gap', reload)
    return {
      catalogue: { kind: 'idle' },
      chosenID: null,
      load: async () => {
        if (get().catalogue.kind !== 'ready') set({ catalogue: { kind: 'loading' } })
        const isLatest = readings.begin()
        const [locations, skus] = await Promise.all([
          bridge.locations.list({ purpose: 'assisted' }),
          bridge.locations.skus({}),
        ])
        const ofToday = await preferences.getState().locationOfToday()
        if (!isLatest()) return
        if (!locations.ok || !skus.ok) {
          const failure = locations.ok ? (skus.ok ? undefined : skus.failure) : locations.failure
          if (failure !== undefined && get().catalogue.kind !== 'ready') set({ catalogue: { kind: 'failed', failure } })
          return
        }
        set({
          catalogue: { kind: 'ready', value: { locations: locations.value, skus: skus.value } },
          chosenID: decideChosen(locations.value, ofToday ?? get().chosenID, place),
        })
      },
      choose: (locationID) => {
        const { catalogue } = get()
        if (catalogue.kind !== 'ready') return
        if (!catalogue.value.locations.some((location) => location.locationID === locationID)) return
        set({ chosenID: locationID })
        preferences.getState().keepLocation(locationID)
      },
      clear: () => {
        readings.expire()
        set({ catalogue: { kind: 'idle' }, chosenID: null })
      },
    }
  })
