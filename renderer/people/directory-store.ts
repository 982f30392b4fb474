import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import { mayBeDone } from '#contract/failures.ts'
import type { Failure, Reply } from '#contract/reply.ts'
import { type DirectoryChanges, mayKeepDirectory } from '#domain/people/directory-change.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { ClockStore } from '../kit/clock-store.ts'
import type { Loadable } from '../kit/loadable.ts'
import { createReadings } from '../kit/readings.ts'
import type { LocationsStore } from '../locations/locations-store.ts'
import { type ConnectivityStore, isOnlineNow } from '../session/connectivity-store.ts'

type DirectoryState = {
  /** The changes that the user may see at the chosen location; `idle` without a location. */
  readonly view: Loadable<DirectoryChanges>
  readonly readAt: Instant | null
  /** Why the last load failed; the screen still shows earlier data. */
  readonly behind: Failure | null
  /** IDs of the changes with a running call. */
  readonly busy: ReadonlySet<string>
  readonly load: () => Promise<void>
  /** Confirms or declines a proposal. Returns the failure, or null. Reads the list again in either case. */
  readonly decide: (changeID: string, isConfirmed: boolean) => Promise<Failure | null>
  /** Records that a user of this location saw a change. Returns the failure, or null. Reads the list again. */
  readonly see: (changeID: string) => Promise<Failure | null>
  readonly clear: () => void
}
export type DirectoryStore = StoreApi<DirectoryState>
export type WithDirectory = { readonly directory: DirectoryStore }

/**
 * Counts the entries that need the user: proposals to decide, and changes announced to the location. The user's own
 * proposals do not count.
 */
export const directoryCount = ({ view }: Pick<DirectoryState, 'view'>, roles: readonly string[]): number =>
  view.kind === 'ready' ? (mayKeepDirectory(roles) ? view.value.proposals.length : 0) + view.value.notices.length : 0

/**
 * Returns whether the navigation rail lists the Directory screen: the user has a change to decide or to see, or
 * has made a proposal that is not decided yet.
 */
export const hasDirectoryUpdates = ({ view }: Pick<DirectoryState, 'view'>): boolean =>
  view.kind === 'ready' && view.value.proposals.length + view.value.notices.length > 0

type Parts = {
  readonly bridge: Pick<Bridge, 'directory' | 'on'>
  readonly locations: LocationsStore
  readonly connectivity: ConnectivityStore
  readonly clock: ClockStore
  readonly newKey: () => string
}

/** Minutes between readings. */
const rereadMinutes = 2

/**
 * Creates the store of the directory's proposals and announcements. Reads them when a location is chosen, after a
 * reconnection, and every two minutes, because the workstation receives no event when they change.
 */
export const createDirectoryStore = ({ bridge, locations, connectivity, clock, newKey }: Parts): DirectoryStore => {
  /** Idempotency keys of decisions whose answer was lost; a retry under the same key decides once. */
  const lostKeys = new Map<string, string>()
  const readings = createReadings()
  let isSignedIn = false
  const store: DirectoryStore = createStore<DirectoryState>((set, get) => {
    const act = async (changeID: string, call: () => Promise<Reply<unknown>>): Promise<Failure | null> => {
      if (get().busy.has(changeID)) return null
      set({ busy: new Set([...get().busy, changeID]) })
      const reply = await call()
      // Even after a refusal the list may have changed: another workstation may have decided.
      await get().load()
      set({ busy: new Set([...get().busy].filter((each) => each !== changeID)) })
      return reply.ok ? null : reply.failure
    }
    return {
      view: { kind: 'idle' },
      readAt: null,
      behind: null,
      busy: new Set(),
      load: async () => {
        const locationID = locations.getState().chosenID
        isSignedIn = true
        if (locationID === null) return
        const isLatest = readings.begin()
        if (get().view.kind !== 'ready') set({ view: { kind: 'loading' } })
        const reply = await bridge.directory.readChanges({ locationID })
        if (!isLatest()) return
        if (reply.ok) {
          const readAt = clock.getState().minute
          set({ view: { kind: 'ready', value: reply.value }, readAt, behind: null })
        } else if (get().view.kind === 'ready' && reply.failure.code !== 'location-forbidden') {
          set({ behind: reply.failure })
        } else set({ view: { kind: 'failed', failure: reply.failure } })
      },
      decide: (changeID, isConfirmed) =>
        act(changeID, async () => {
          const name = `${changeID} ${isConfirmed}`
          const lostKey = lostKeys.get(name)
          const idempotencyKey = lostKey ?? newKey()
          const reply = await bridge.directory.decide({ changeID, isConfirmed, idempotencyKey })
          const isLost = !reply.ok && mayBeDone('bridge', lostKey !== undefined, reply.failure)
          if (isLost) lostKeys.set(name, idempotencyKey)
          else lostKeys.delete(name)
          return reply
        }),
      see: async (changeID) => {
        const locationID: LocationID | null = locations.getState().chosenID
        return locationID === null ? null : act(changeID, () => bridge.directory.see({ changeID, locationID }))
      },
      clear: () => {
        readings.expire()
        isSignedIn = false
        set({ view: { kind: 'idle' }, readAt: null, behind: null, busy: new Set() })
      },
    }
  })
  const again = (): void => {
    if (isSignedIn) void store.getState().load()
  }
  locations.subscribe(({ chosenID }, before) => {
    if (chosenID === before.chosenID || !isSignedIn) return
    // The list has the announcements of the previous location. They must not be shown for the new location.
    readings.expire()
    store.setState({ view: { kind: 'idle' }, readAt: null, behind: null })
    again()
  })
  connectivity.subscribe((state, before) => {
    if (isOnlineNow(state) && !isOnlineNow(before)) again()
  })
  clock.subscribe(({ minute }, before) => {
    if (minute === before.minute || Date.parse(minute) % (rereadMinutes * 60_000) !== 0) return
    if (isOnlineNow(connectivity.getState())) again()
  })
  bridge.on('bridge.gap', again)
  return store
}
