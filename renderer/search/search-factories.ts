import { minuteOf, type StoreParts } from '../session/store-parts.ts'
import { createRecentChoices } from './recent-choices.ts'
import { createSearchStore, type SearchStore } from './search-store.ts'

/** Builds the store of the global search. */
export type SearchFactories = { readonly newSearch: () => SearchStore }

/** The stores of one sign-in share the recent choices; the next sign-in or unlock begins with none. */
export const createSearchFactories = ({ bridge, stores }: Pick<StoreParts, 'bridge' | 'stores'>): SearchFactories => {
  const recent = createRecentChoices()
  return { newSearch: () => createSearchStore({ bridge, recent, now: minuteOf(stores) }) }
}
