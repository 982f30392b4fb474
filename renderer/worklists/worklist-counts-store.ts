import { createStore, type StoreApi } from 'zustand/vanilla'
import { type Worklist, worklistsOf } from '#domain/worklists/worklist.ts'
import type { WorklistCounts, WorklistView } from '#domain/worklists/worklist-row.ts'
import { type CountParts, createCountFollower } from '../session/count-follower.ts'

type Counts = WorklistCounts['lists']
type Sum = WorklistCounts['all']

const nothing: Sum = { total: 0, late: 0 }

type WorklistCountsState = {
  /** The counts of the user's lists; empty until they are read, and for roles without a list. */
  readonly lists: Counts
  /** All lists together, with shared work counted once. */
  readonly all: Sum
  /** Reads the counts of the lists of these roles, and follows them until {@link clear}. */
  readonly load: (roles: readonly string[]) => Promise<void>
  /** Replaces the counts of one list by those of a list that was just read without filters. */
  readonly note: (view: Pick<WorklistView, 'list' | 'total' | 'late'>) => void
  readonly clear: () => void
}
export type WorklistCountsStore = StoreApi<WorklistCountsState>
export type WithWorklistCounts = { readonly worklistCounts: WorklistCountsStore }

/** Returns the counts of one list; null until they are known. */
export const countsOf = ({ lists }: Pick<WorklistCountsState, 'lists'>, list: Worklist): Counts[number] | null =>
  lists.find((one) => one.list === list) ?? null

/** Creates the store of the worklists' counts. It keeps the counts current from sign-in to sign-out. */
export const createWorklistCountsStore = (parts: CountParts<'worklists'>): WorklistCountsStore => {
  const counts = createCountFollower({
    parts,
    read: () => parts.bridge.worklists.count({}),
    take: ({ lists, all }) => store.setState({ lists, all }),
  })
  const store: WorklistCountsStore = createStore<WorklistCountsState>((set, get) => ({
    lists: [],
    all: nothing,
    load: (roles) => counts.follow(worklistsOf(roles).length > 0),
    note: ({ list, total, late }) => {
      counts.expire()
      const { lists, all } = get()
      const before = lists.find((one) => one.list === list)
      if (before === undefined) return
      set({
        lists: lists.map((one) => (one === before ? { list, total, late } : one)),
        // The sum changes by the same amount as the list. Work that two lists share is rare, and the next reading,
        // within a minute, corrects the sum.
        all: { total: all.total + total - before.total, late: all.late + late - before.late },
      })
    },
    clear: () => {
      counts.end()
      set({ lists: [], all: nothing })
    },
  }))
  return store
}
