import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import { areNamesSimilar } from '#domain/members/duplicates.ts'
import type { Member } from '#domain/members/member.ts'
import type { Loadable } from '../../kit/loadable.ts'
import { createSearchGate } from '../../kit/search-pause.ts'

type FoundMembers = { readonly members: readonly Member[]; readonly source: 'cache' | 'back-office' }

type MemberSearchState = {
  readonly text: string
  readonly found: Loadable<FoundMembers>
  /** Other members whose names are mixed up easily with the chosen one's. */
  readonly lookalikes: readonly Member[]
  readonly search: (text: string) => Promise<void>
  readonly findLookalikes: (member: Member) => Promise<void>
}
export type MemberSearchStore = StoreApi<MemberSearchState>

/** How many members are listed at most. */
export const searchLimit = 20

/** True when somebody else in the list has a name a busy desk takes for this one. */
export const hasLookalike = (member: Member, others: readonly Member[]): boolean =>
  others.some((other) => other.patientID !== member.patientID && areNamesSimilar(member, other))

/**
 * The names a new member's form starts with, out of what was searched for in vain: the last word is the last name, or the
 * first one before a comma. Undefined where the text is one word, or holds what no name has, such as a phone number.
 */
export const toInitialNames = (text: string): { firstname: string; lastname: string } | undefined => {
  const wanted = text.trim().replaceAll(/\s+/g, ' ')
  if (/[\d@]/.test(wanted)) return undefined
  const [before = '', after] = wanted.split(/ ?, ?/)
  if (after !== undefined) return before === '' || after === '' ? undefined : { firstname: after, lastname: before }
  const at = wanted.lastIndexOf(' ')
  return at < 0 ? undefined : { firstname: wanted.slice(0, at), lastname: wanted.slice(at + 1) }
}

/** The store behind the search for a member: a pause in typing is answered, and only the last text counts. */
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
        set({
          lookalikes: reply.value.members.filter(
            (other) => other.patientID !== member.patientID && areNamesSimilar(member, other),
          ),
        })
      },
    }
  })
