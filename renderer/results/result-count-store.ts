import { createStore, type StoreApi } from 'zustand/vanilla'
import type { WaitingCount } from '#domain/results/incoming-result.ts'
import { mayMatchResults } from '#domain/results/result-roles.ts'
import { type CountParts, createCountFollower } from '../session/count-follower.ts'

type ResultCountState = WaitingCount & {
  /** Reads the count for a user with these roles, and follows it until {@link clear}. */
  readonly load: (roles: readonly string[]) => Promise<void>
  /** Reads the count again after this user has decided on an entry. */
  readonly refresh: () => Promise<void>
  readonly clear: () => void
}
export type ResultCountStore = StoreApi<ResultCountState>
export type WithResultCount = { readonly resultCount: ResultCountStore }

const none: WaitingCount = { waiting: 0, newestAt: null, refused: 0, lastRefusedAt: null }

/**
 * Creates the store that counts the waiting results and refused messages. It keeps the counts current from sign-in to
 * sign-out.
 */
export const createResultCountStore = (parts: CountParts<'results'>): ResultCountStore => {
  const follower = createCountFollower({
    parts,
    read: () => parts.bridge.results.count({}),
    take: (count) => store.setState(count),
  })
  const store: ResultCountStore = createStore<ResultCountState>((set) => ({
    ...none,
    load: (roles) => follower.follow(mayMatchResults(roles)),
    refresh: follower.refresh,
    clear: () => {
      follower.end()
      set(none)
    },
  }))
  return store
}
