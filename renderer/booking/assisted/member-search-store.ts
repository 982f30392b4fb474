import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import { findLookalikes } from '#domain/members/duplicates.ts'
import type { Member } from '#domain/members/member.ts'
import type { Loadable } from '../../kit/loadable.ts'
import { createSearchGate } from '../../kit/search-pause.ts'

type FoundMembers = { readonly members: readonly Member[]; readonly source: 'cache' | 'back-office' }

type MemberSearchState = {
  readonly text: string
  readonly found: Loadable<FoundMembers>
  /** Other members whose names are similar to the chosen member's. */
  readonly lookalikes: readonly Member[]
  readonly search: (text: string) => Promise<void>
  readonly findLookalikes: (member: Member) => Promise<void>
}
export type MemberSearchStore = StoreApi<MemberSearchState>

/** The largest number of members listed. */
export const searchLimit = 20

/** Returns whether another member of the list has a similar name and could be mistaken for `member`. */
export const hasLookalike = (member: Member, others: readonly Member[]): boolean =>
  findLookalikes(member, others).length > 0

/**
 * Returns the initial names for a new member's form, taken from the search text. The last name is the part before a
 * comma or, without a comma, the last word. Undefined if a name is missing, or if the text has a digit or an `@`, as a
 * phone number or an email address does.
 */
export const toInitialNames = (text: string): { firstname: string; lastname: string } | undefined => {
  const wanted = text.trim().replaceAll(/\s+/g, ' ')
  if (/[\d@]/.test(wanted)) return undefined
  const [before = '', after] = wanted.split(/ ?, ?/)
  if (after !== undefined) return before === '' || after === '' ? undefined : { firstname: after, lastname: before }
  const at = wanted.lastIndexOf(' ')
  return at < 0 ? undefined : { firstname: wanted.slice(0, at), lastname: wanted.slice(at + 1) }
}

/**
 * Creates the store of the member search. The search starts after a typing pause, and only the result for the last
 * text counts.
 */
export const createMemberSearchStore = (bridge: Pick<Bridge, 'members'>): MemberSearchStore =>
  createStore<MemberSearchState>((set, get) => {
    const isLast = createSearchGate()
    return {
      text: '',
      found: { kind: 'idle' },
      lookalikes: [],
      search: async (text) => {
        set({ text })
        if (text.trim() === '') {
          set({ found: { kind: 'idle' } })
          return
        }
        if (get().found.kind !== 'ready') set({ found: { kind: 'loading' } })
        if (!(await isLast()) || get().text !== text) return
        const reply = await bridge.members.search({ text: text.slice(0, 200), limit: searchLimit })
        if (get().text !== text) return
        set({ found: reply.ok ? { kind: 'ready', value: reply.value } : { kind: 'failed', failure: reply.failure } })
      },
      findLookalikes: async (member) => {
        set({ lookalikes: [] })
        const reply = await bridge.members.search({ text: member.lastname, limit: 50 })
        if (!reply.ok) return
        set({ lookalikes: findLookalikes(member, reply.value.members) })
      },
    }
  })
