import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import { type Worklist, worklistsOf } from '#domain/worklists/worklist.ts'
import type { WorklistCounts, WorklistView } from '#domain/worklists/worklist-row.ts'
import type { ClockStore } from '../kit/clock-store.ts'
import { createReadings } from '../kit/readings.ts'
import { createThrottle } from '../kit/throttle.ts'
import { type ConnectivityStore, isOnlineNow } from '../session/connectivity-store.ts'

type Counts = WorklistCounts['lists']

type WorklistCountsState = {
  /** The counts of the user's lists; empty until they are read, and for roles without a list. */
  readonly lists: Counts
  /** Reads the counts of the lists of these roles, and follows them until {@link clear}. */
  readonly load: (roles: readonly string[]) => Promise<void>
  /** Replaces the counts of one list by those of a list that was just read without filters. */
  readonly note: (view: Pick<WorklistView, 'list' | 'total' | 'late'>) => void
  readonly clear: () => void
}
export type WorklistCountsStore = StoreApi<WorklistCountsState>
export type WithWorklistCounts = { readonly worklistCounts: WorklistCountsStore }

/** Returns the late rows of all lists of the user. */
export const lateCount = ({ lists }: Pick<WorklistCountsState, 'lists'>): number =>
  lists.reduce((sum, { late }) => sum + late, 0)

/** Returns the counts of one list; null until they are known. */
export const countsOf = ({ lists }: Pick<WorklistCountsState, 'lists'>, list: Worklist): Counts[number] | null =>
  lists.find((one) => one.list === list) ?? null

/** The shortest time between two readings of the counts. */
const rereadMs = 30_000

type Parts = {
  readonly bridge: Pick<Bridge, 'worklists' | 'on'>
  readonly connectivity: ConnectivityStore
  readonly clock: ClockStore
}

/**
 * Creates the store of the worklists' counts. Reads them at the sign-in, after changes of studies, after a reconnection
 * and each minute, but at most every 30 seconds.
 */
export const createWorklistCountsStore = ({ bridge, connectivity, clock }: Parts): WorklistCountsStore => {
  const readings = createReadings()
  let isFollowed = false
  const read = async (): Promise<void> => {
    if (!isFollowed || !isOnlineNow(connectivity.getState())) return
    const isLatest = readings.begin()
    const reply = await bridge.worklists.count({})
    // After a failure the earlier counts remain; the next reading replaces them.
    if (isLatest() && reply.ok) store.setState({ lists: reply.value.lists })
  }
  const throttle = createThrottle(() => void read(), rereadMs)
  const store: WorklistCountsStore = createStore<WorklistCountsState>((set, get) => ({
    lists: [],
    load: async (roles) => {
      isFollowed = worklistsOf(roles).length > 0
      if (isFollowed) await read()
    },
    note: ({ list, total, late }) => {
      readings.expire()
      set({ lists: get().lists.map((one) => (one.list === list ? { list, total, late } : one)) })
    },
    clear: () => {
      isFollowed = false
      readings.expire()
      throttle.stop()
      set({ lists: [] })
    },
  }))
  const again = (): void => {
    if (isFollowed) throttle.ask()
  }
  bridge.on('booking.studyChanged', again)
  bridge.on('bridge.gap', again)
  connectivity.subscribe((state, before) => {
    if (isOnlineNow(state) && !isOnlineNow(before)) again()
  })
  clock.subscribe(({ minute }, before) => {
    if (minute !== before.minute) again()
  })
  return store
}
