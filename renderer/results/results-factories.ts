import { minuteOf, type StoreParts } from '../session/store-parts.ts'
import type { WithResultCount } from './result-count-store.ts'
import { createResultsStore, type ResultsStore } from './results-store.ts'

/** Builds the store of the waiting results. */
export type ResultsFactories = { readonly newResults: () => ResultsStore }

export const createResultsFactories = ({
  bridge,
  stores,
}: Pick<StoreParts, 'bridge'> & { readonly stores: StoreParts['stores'] & WithResultCount }): ResultsFactories => ({
  newResults: () => createResultsStore({ bridge, count: stores.resultCount, now: minuteOf(stores) }),
})
