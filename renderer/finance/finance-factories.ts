import type { StoreParts } from '../session/store-parts.ts'
import type { FinanceStore } from './finance-state.ts'
import { createFinanceStore } from './finance-store.ts'

/** Builds the store of a location's day. */
export type FinanceFactories = { readonly newFinance: () => FinanceStore }

export const createFinanceFactories = ({ bridge, stores, newKey }: StoreParts): FinanceFactories => ({
  newFinance: () => createFinanceStore({ bridge, drafts: stores.drafts, newKey }),
})
