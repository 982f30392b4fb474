import type { StoreParts } from '../session/store-parts.ts'
import { createSearchStore, type SearchStore } from './search-store.ts'

/** Builds the store of the global search. */
export type SearchFactories = { readonly newSearch: () => SearchStore }

export const createSearchFactories = ({ bridge }: Pick<StoreParts, 'bridge'>): SearchFactories => ({
  newSearch: () => createSearchStore(bridge),
})
