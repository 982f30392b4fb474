import type { StoreParts } from '../session/store-parts.ts'
import { createSupportStore, type SupportStore } from './support-store.ts'

/** Builds the store of the support bundle. */
export type SupportFactories = { readonly newSupport: () => SupportStore }

export const createSupportFactories = ({ bridge }: Pick<StoreParts, 'bridge'>): SupportFactories => ({
  newSupport: () => createSupportStore(bridge),
})
