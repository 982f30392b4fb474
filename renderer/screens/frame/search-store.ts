import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge, SearchResult } from '#domain/contract/bridge.ts'
import type { Loadable } from '../../stores/loadable.ts'

/** Results asked for at once; more than one reads is no help. */
const resultLimit = 12

export type SearchStoreState = {
  readonly text: string
  /** What was found for `text`. While a newer answer is on its way the older results stay, so that nothing jumps. */
  readonly results: Loadable<readonly SearchResult[]>
  /** Searches at once: the cache answers within a few milliseconds, so no key press is waited for. */
  readonly search: (text: string) => Promise<void>
}
export type SearchStore = StoreApi<SearchStoreState>

/** The store of the search everywhere. An answer that comes after a newer question is dropped. */
export const createSearchStore = (bridge: Pick<Bridge, 'search'>): SearchStore =>
  createStore<SearchStoreState>((set, get) => ({
    text: '',
    results: { kind: 'idle' },
    search: async (text) => {
      const wanted = text.trim()
      if (wanted === '') {
        set({ text, results: { kind: 'idle' } })
        return
      }
      set({ text, results: get().results.kind === 'ready' ? get().results : { kind: 'loading' } })
      const reply = await bridge.search.find({ text: wanted, limit: resultLimit })
      if (get().text !== text) return
      set({
        results: reply.ok ? { kind: 'ready', value: reply.value } : { kind: 'failed', failure: reply.failure },
      })
    },
  }))
