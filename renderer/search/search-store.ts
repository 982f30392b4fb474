import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import type { SearchResult } from '#contract/search/bridge.ts'
import { describeMatch, similarName } from '#domain/members/match-reason.ts'
import type { Loadable } from '../kit/loadable.ts'
import { searchPauseMs } from '../kit/search-pause.ts'

/** Limit of the results of one search; users do not read longer lists. */
export const resultLimit = 12

type SearchStoreState = {
  readonly text: string
  /** The results for `text`. The older results stay until a newer answer arrives, so that the list does not flicker. */
  readonly results: Loadable<readonly SearchResult[]>
  /** The source of the results: `cache` if the search in the back office failed. Null until that search has ended. */
  readonly searched: 'cache' | 'back-office' | null
  /**
   * Searches the cache immediately, so that key presses are not delayed. After a typing pause it also asks the back
   * office. It then appends members that the cache lacks, then members whose names are only similar, so that no line
   * already shown moves. Resolves when the cache has answered.
   */
  readonly search: (text: string) => Promise<void>
}
export type SearchStore = StoreApi<SearchStoreState>

const isSimilarOnly = (text: string, result: SearchResult): boolean =>
  result.kind === 'member' && describeMatch(text, result.member).includes(similarName)

/** Creates the store of the global search. The answer to an outdated query is dropped. */
export const createSearchStore = (bridge: Pick<Bridge, 'search' | 'members'>): SearchStore =>
  createStore<SearchStoreState>((set, get) => {
    let timer: ReturnType<typeof setTimeout> | undefined

    // The cache may lack members of other locations; the back office has all members.
    const askBackOffice = async (text: string, wanted: string, similar: readonly SearchResult[]): Promise<void> => {
      const reply = await bridge.members.search({ text: wanted, limit: resultLimit })
      const { results } = get()
      if (get().text !== text || results.kind !== 'ready') return
      const others = reply.ok ? reply.value.members.map((member): SearchResult => ({ kind: 'member', member })) : []
      const added = [...others.filter((one) => !isSimilarOnly(wanted, one)), ...similar, ...others]
      const known = new Set<string>()
      const value = [...results.value, ...added].filter((one) => {
        const id = one.kind === 'member' ? one.member.patientID : one.study.studyID
        return !known.has(id) && known.add(id)
      })
      set({
        results: { kind: 'ready', value: value.slice(0, resultLimit) },
        searched: reply.ok ? reply.value.source : 'cache',
      })
    }

    return {
      text: '',
      results: { kind: 'idle' },
      searched: null,
      search: async (text) => {
        const wanted = text.trim()
        clearTimeout(timer)
        if (wanted === '') {
          set({ text, results: { kind: 'idle' } })
          return
        }
        set({ text, searched: null, results: get().results.kind === 'ready' ? get().results : { kind: 'loading' } })
        const reply = await bridge.search.find({ text: wanted, limit: resultLimit })
        if (get().text !== text) return
        set({
          searched: null,
          results: reply.ok
            ? { kind: 'ready', value: reply.value.filter((one) => !isSimilarOnly(wanted, one)) }
            : { kind: 'failed', failure: reply.failure },
        })
        const similar = reply.ok ? reply.value.filter((one) => isSimilarOnly(wanted, one)) : []
        timer = setTimeout(() => void askBackOffice(text, wanted, similar), searchPauseMs)
      },
    }
  })
