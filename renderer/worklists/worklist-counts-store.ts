import { createStore, type StoreApi } from 'zustand/vanilla'
import { type Worklist, worklistsOf } from '#domain/worklists/worklist.ts'
import type { WorklistCounts, WorklistView } from '#domain/worklists/worklist-row.ts'
import { type CountParts, createCountFollower } from '../session/count-follower.ts'

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

/** Creates the store of the worklists' counts, which it follows from the sign-in on. */
export const createWorklistCountsStore = (parts: CountParts<'worklists'>): WorklistCountsStore => {
  const counts = createCountFollower({
    parts,
    read: () => parts.bridge.worklists.count({}),
    take: ({ lists }) => store.setState({ lists }),
  })
  const store: WorklistCountsStore = createStore<WorklistCountsState>((set, get) => ({
    lists: [],
    load: (roles) => counts.follow(worklistsOf(roles).length > 0),
    note: ({ list, total, late }) => {
      counts.expire()
      set({ lists: get().lists.map((one) => (one.list === list ? { list, total, late } : one)) })
    },
    clear: () => {
      counts.end()
      set({ lists: [] })
    },
  }))
  return store
}
