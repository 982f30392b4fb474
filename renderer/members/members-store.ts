import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import { findSimilarNames } from '#domain/members/duplicates.ts'
import type { Member, MemberID } from '#domain/members/member.ts'
import type { Loadable } from '../kit/loadable.ts'
import { createSearchGate } from '../kit/search-pause.ts'

const resultLimit = 50

export type FoundMembers = {
  readonly text: string
  readonly members: readonly Member[]
  readonly source: 'cache' | 'back-office'
  /** Whether there may be more members than the limit. */
  readonly isCut: boolean
  /** Members of this list with a name similar to another's. */
  readonly similar: ReadonlySet<MemberID>
}

type MembersStoreState = {
  readonly text: string
  /** Idle without a search text. The last list stays until a newer one arrives or a search fails. */
  readonly found: Loadable<FoundMembers>
  readonly search: (text: string) => Promise<void>
  readonly retry: () => Promise<void>
  readonly stop: () => void
}
export type MembersStore = StoreApi<MembersStoreState>

/** Creates the store of the member search. `stop` ends its subscriptions. */
export const createMembersStore = (bridge: Pick<Bridge, 'members' | 'on'>): MembersStore =>
  createStore<MembersStoreState>((set, get) => {
    const again = (): void => void get().retry()
    const isLast = createSearchGate()
    const stops = [bridge.on('members.changed', again), bridge.on('bridge.gap', again)]
    return {
      text: '',
      found: { kind: 'idle' },
      search: async (text) => {
        const wanted = text.trim()
        if (wanted === '') {
          set({ text, found: { kind: 'idle' } })
          return
        }
        set({ text, found: get().found.kind === 'ready' ? get().found : { kind: 'loading' } })
        if (!(await isLast()) || get().text !== text) return
        const reply = await bridge.members.search({ text: wanted, limit: resultLimit })
        if (get().text !== text) return
        if (!reply.ok) {
          set({ found: { kind: 'failed', failure: reply.failure } })
          return
        }
        const { members, source } = reply.value
        const isCut = members.length >= resultLimit
        set({
          found: { kind: 'ready', value: { text: wanted, members, source, isCut, similar: findSimilarNames(members) } },
        })
      },
      retry: () => get().search(get().text),
      stop: () => {
        for (const stop of stops) stop()
      },
    }
  })
