import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import type { Failure, Reply } from '#contract/reply.ts'
import type { AdministeredClosure, AdministeredLocation } from '#domain/locations/location-draft.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { Loadable } from '../kit/loadable.ts'
import { createReadings } from '../kit/readings.ts'

type ClinicsState = {
  readonly locations: Loadable<readonly AdministeredLocation[]>
  /** The closures of the location `closuresOf`. */
  readonly closures: Loadable<readonly AdministeredClosure[]>
  readonly closuresOf: LocationID | null
  /** Why the last reading of each list failed; null after a successful one. The page may still show an earlier list. */
  readonly behind: { readonly locations: Failure | null; readonly closures: Failure | null }
  readonly load: () => Promise<void>
  readonly loadClosures: (locationID: LocationID) => Promise<void>
  /** Shows a saved location in the list at once. */
  readonly putLocation: (saved: AdministeredLocation) => void
  readonly putClosure: (saved: AdministeredClosure) => void
}
export type ClinicsStore = StoreApi<ClinicsState>

/** Returns the state of a list after a reading: an earlier list stays when the new reading failed. */
const read = <Value>(before: Loadable<Value>, reply: Reply<Value>): Loadable<Value> =>
  reply.ok
    ? { kind: 'ready', value: reply.value }
    : before.kind === 'ready'
      ? before
      : { kind: 'failed', failure: reply.failure }

/** Creates the store of the locations and closures that an administrator changes. */
export const createClinicsStore = ({ bridge }: { readonly bridge: Pick<Bridge, 'clinics'> }): ClinicsStore =>
  createStore<ClinicsState>((set, get) => {
    const readings = createReadings()
    const behindOf = (list: 'locations' | 'closures', reply: Reply<unknown>) => ({
      behind: { ...get().behind, [list]: reply.ok ? null : reply.failure },
    })
    return {
      locations: { kind: 'idle' },
      closures: { kind: 'idle' },
      closuresOf: null,
      behind: { locations: null, closures: null },
      load: async () => {
        const isLatest = readings.begin('locations')
        if (get().locations.kind !== 'ready') set({ locations: { kind: 'loading' } })
        const reply = await bridge.clinics.readAll({})
        if (isLatest()) set({ locations: read(get().locations, reply), ...behindOf('locations', reply) })
      },
      loadClosures: async (locationID) => {
        const isLatest = readings.begin('closures')
        const isOther = get().closuresOf !== locationID
        if (isOther || get().closures.kind !== 'ready') set({ closures: { kind: 'loading' }, closuresOf: locationID })
        const reply = await bridge.clinics.readClosures({ locationID })
        if (isLatest()) set({ closures: read(get().closures, reply), ...behindOf('closures', reply) })
      },
      putLocation: (saved) => {
        const { locations } = get()
        if (locations.kind !== 'ready') return
        const { locationID } = saved.location
        const others = locations.value.filter(({ location }) => location.locationID !== locationID)
        const value = [...others, saved].sort((a, b) => (a.location.locationID < b.location.locationID ? -1 : 1))
        set({ locations: { kind: 'ready', value } })
      },
      putClosure: (saved) => {
        const { closures, closuresOf } = get()
        if (closures.kind !== 'ready' || closuresOf !== saved.locationID) return
        const others = closures.value.filter(({ closureID }) => closureID !== saved.closureID)
        const value = [...others, saved].sort((a, b) => (a.from < b.from ? -1 : 1))
        set({ closures: { kind: 'ready', value } })
      },
    }
  })
