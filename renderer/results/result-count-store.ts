import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import type { WaitingCount } from '#domain/results/incoming-result.ts'
import { mayMatchResults } from '#domain/results/result-roles.ts'
import type { ClockStore } from '../kit/clock-store.ts'
import { createReadings } from '../kit/readings.ts'
import { type ConnectivityStore, isOnlineNow } from '../session/connectivity-store.ts'

type ResultCountState = WaitingCount & {
  /** Reads the count for a user with these roles, and follows it until {@link clear}. */
  readonly load: (roles: readonly string[]) => Promise<void>
  /** Reads the count again, after an act of this user. */
  readonly refresh: () => Promise<void>
  readonly clear: () => void
}
export type ResultCountStore = StoreApi<ResultCountState>
export type WithResultCount = { readonly resultCount: ResultCountStore }

const none: WaitingCount = { waiting: 0, newestAt: null }

type Parts = {
  readonly bridge: Pick<Bridge, 'results'>
  readonly connectivity: ConnectivityStore
  readonly clock: ClockStore
}

/**
 * Creates the store of how many results wait. Reads it at the sign-in, each minute and after a reconnection: results
 * arrive without an event.
 */
export const createResultCountStore = ({ bridge, connectivity, clock }: Parts): ResultCountStore => {
  const readings = createReadings()
  let isFollowed = false
  const refresh = async (): Promise<void> => {
    if (!isFollowed || !isOnlineNow(connectivity.getState())) return
    const isLatest = readings.begin()
    const reply = await bridge.results.count({})
    // After a failure the earlier count remains; the next reading replaces it.
    if (isLatest() && reply.ok) store.setState(reply.value)
  }
  const store: ResultCountStore = createStore<ResultCountState>((set) => ({
    ...none,
    load: async (roles) => {
      isFollowed = mayMatchResults(roles)
      await refresh()
    },
    refresh,
    clear: () => {
      isFollowed = false
      readings.expire()
      set(none)
    },
  }))
  connectivity.subscribe((state, before) => {
    if (isOnlineNow(state) && !isOnlineNow(before)) void refresh()
  })
  clock.subscribe(({ minute }, before) => {
    if (minute !== before.minute) void refresh()
  })
  return store
}
