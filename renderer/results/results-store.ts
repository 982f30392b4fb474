import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import type { Failure, Reply } from '#contract/reply.ts'
import type { WaitingResult } from '#domain/results/incoming-result.ts'
import type { RefusedDelivery } from '#domain/results/refused-delivery.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { Loadable } from '../kit/loadable.ts'
import { createReadings } from '../kit/readings.ts'
import type { ResultCountStore } from './result-count-store.ts'

type ResultsState = {
  readonly results: Loadable<readonly WaitingResult[]>
  /** The refused messages, read with the results. */
  readonly refused: Loadable<readonly RefusedDelivery[]>
  readonly readAt: Instant | null
  /** Why the last load failed; the screen still shows the earlier list. */
  readonly behind: Failure | null
  readonly load: () => Promise<void>
  /** Reads the lists again when the counts of waiting entries change, until the returned function is called. */
  readonly start: () => () => void
}
export type ResultsStore = StoreApi<ResultsState>

type Parts = {
  readonly bridge: Pick<Bridge, 'results'>
  readonly count: ResultCountStore
  readonly now: () => Instant
}

/** Returns the list after a reply: after a failure an earlier list remains. */
const afterReply = <Item>(
  before: Loadable<readonly Item[]>,
  reply: Reply<readonly Item[]>,
): Loadable<readonly Item[]> => {
  if (reply.ok) return { kind: 'ready', value: reply.value }
  return before.kind === 'ready' ? before : { kind: 'failed', failure: reply.failure }
}

/**
 * Creates the store of the waiting results and refused messages. Each reading of the results adds an entry to the audit
 * log, so the store reads only after a change.
 */
export const createResultsStore = ({ bridge, count, now }: Parts): ResultsStore => {
  const readings = createReadings()
  return createStore<ResultsState>((set, get) => ({
    results: { kind: 'loading' },
    refused: { kind: 'loading' },
    readAt: null,
    behind: null,
    load: async () => {
      const isLatest = readings.begin()
      if (get().results.kind === 'failed') set({ results: { kind: 'loading' } })
      if (get().refused.kind === 'failed') set({ refused: { kind: 'loading' } })
      const [results, refused] = await Promise.all([bridge.results.list({}), bridge.results.listRefused({})])
      if (!isLatest()) return
      const before = get()
      // An earlier list remains on the screen after a failure.
      const stale = [[before.results, results] as const, [before.refused, refused] as const].flatMap(([list, reply]) =>
        list.kind === 'ready' && !reply.ok ? [reply.failure] : [],
      )
      set({
        results: afterReply(before.results, results),
        refused: afterReply(before.refused, refused),
        behind: stale[0] ?? null,
        ...(results.ok && stale.length === 0 && { readAt: now() }),
      })
    },
    start: () =>
      count.subscribe((counts, before) => {
        const keys = ['waiting', 'newestAt', 'refused', 'lastRefusedAt'] as const
        if (keys.some((key) => counts[key] !== before[key])) void get().load()
      }),
  }))
}
