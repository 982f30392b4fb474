import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge, SearchResult } from '#domain/contract/bridge.ts'
import type { Loadable } from '../../stores/loadable.ts'

/** Results asked for at once; more than one reads is no help. */
export const resultLimit = 12
/** Milliseconds without a key press after which the back office is asked as well. */
const backOfficeDelayMs = 200

export type SearchStoreState = {
  readonly text: string
  /** What was found for `text`. While a newer answer is on its way the older results stay, so that nothing jumps. */
  readonly results: Loadable<readonly SearchResult[]>
  /**
   * Searches the cache at once, so no key press is waited for; members it does not have are added below once typing stops
   * and the back office has answered. Resolves with the cache's answer.
   */
  readonly search: (text: string) => Promise<void>
}
export type SearchStore = StoreApi<SearchStoreState>

/** The store of the search everywhere. An answer that comes after a newer question is dropped. */
export const createSearchStore = (bridge: Pick<Bridge, 'search' | 'members'>): SearchStore =>
  createStore<SearchStoreState>((set, get) => {
    let timer: ReturnType<typeof setTimeout> | undefined

    // The cache has the members who come here; anybody else is known to the back office alone.
    const askBackOffice = async (text: string, wanted: string): Promise<void> => {
      const reply = await bridge.members.search({ text: wanted, limit: resultLimit })
      const { results } = get()
      if (!reply.ok || get().text !== text || results.kind !== 'ready') return
      const shown = new Set(
        results.value.flatMap((result) => (result.kind === 'member' ? [result.member.patientID] : [])),
      )
      const others = reply.value.members.filter((member) => !shown.has(member.patientID))
      if (others.length === 0) return
      const added = others.map((member): SearchResult => ({ kind: 'member', member }))
      set({ results: { kind: 'ready', value: [...results.value, ...added] } })
    }

    return {
      text: '',
      results: { kind: 'idle' },
      search: async (text) => {
        const wanted = text.trim()
        clearTimeout(timer)
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
        timer = setTimeout(() => void askBackOffice(text, wanted), backOfficeDelayMs)
      },
    }
  })
