import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import type { Failure } from '#contract/reply.ts'
import type { WaitingResult } from '#domain/results/incoming-result.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { Loadable } from '../kit/loadable.ts'
import { createReadings } from '../kit/readings.ts'
import type { ResultCountStore } from './result-count-store.ts'

type ResultsState = {
  readonly results: Loadable<readonly WaitingResult[]>
  readonly readAt: Instant | null
  /** Why the last load failed; the screen still shows the earlier list. */
  readonly behind: Failure | null
  readonly load: () => Promise<void>
  /** Reads the list again when another number of results waits, until the returned function is called. */
  readonly start: () => () => void
}
export type ResultsStore = StoreApi<ResultsState>

type Parts = {
  readonly bridge: Pick<Bridge, 'results'>
  readonly count: ResultCountStore
  readonly now: () => Instant
}

/** Creates the store of the results that wait. Each reading is audited, so it reads only when something has changed. */
export const createResultsStore = ({ bridge, count, now }: Parts): ResultsStore => {
  const readings = createReadings()
  return createStore<ResultsState>((set, get) => ({
    results: { kind: 'loading' },
    readAt: null,
    behind: null,
    load: async () => {
      const isLatest = readings.begin()
      if (get().results.kind === 'failed') set({ results: { kind: 'loading' } })
      const reply = await bridge.results.list({})
      if (!isLatest()) return
      if (reply.ok) set({ results: { kind: 'ready', value: reply.value }, behind: null, readAt: now() })
      else if (get().results.kind === 'ready') set({ behind: reply.failure })
      else set({ results: { kind: 'failed', failure: reply.failure } })
    },
    start: () =>
      count.subscribe(({ waiting, newestAt }, before) => {
        if (waiting !== before.waiting || newestAt !== before.newestAt) void get().load()
      }),
  }))
}
