import type { StoreParts } from '../session/store-parts.ts'
import type { WithWorklistCounts } from './worklist-counts-store.ts'
import { createWorklistStore, type WorklistStore } from './worklist-store.ts'

/** Builds the store of a worklist. */
export type WorklistsFactories = { readonly newWorklist: () => WorklistStore }

export const createWorklistsFactories = ({
  bridge,
  stores,
}: Pick<StoreParts, 'bridge'> & { readonly stores: WithWorklistCounts }): WorklistsFactories => ({
  newWorklist: () => createWorklistStore({ bridge, counts: stores.worklistCounts }),
})
