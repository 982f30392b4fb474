import type { StoreParts } from '../session/store-parts.ts'
import type { FinanceStore } from './finance-state.ts'
import { createFinanceStore } from './finance-store.ts'
import { createRestoredPaymentsStore, type RestoredPaymentsStore } from './restored-payments-store.ts'

/** Builds the stores of a location's day, and of the card payments since a restored backup. */
export type FinanceFactories = {
  readonly newFinance: () => FinanceStore
  readonly newRestoredPayments: () => RestoredPaymentsStore
}

export const createFinanceFactories = ({ bridge, stores, newKey }: StoreParts): FinanceFactories => ({
  newFinance: () => createFinanceStore({ bridge, drafts: stores.drafts, newKey }),
  newRestoredPayments: () => createRestoredPaymentsStore({ bridge, newKey }),
})
