import type { StoreParts } from '../session/store-parts.ts'
import { type ChequeDepositsStore, createChequeDepositsStore } from './cheque-deposits-store.ts'
import type { FinanceStore } from './finance-state.ts'
import { createFinanceStore } from './finance-store.ts'
import { createRestoredPaymentsStore, type RestoredPaymentsStore } from './restored-payments-store.ts'

/** Builds the stores of a location's day, of its cheque deposits, and of the card payments since a restored backup. */
export type FinanceFactories = {
  readonly newFinance: () => FinanceStore
  readonly newChequeDeposits: () => ChequeDepositsStore
  readonly newRestoredPayments: () => RestoredPaymentsStore
}

export const createFinanceFactories = ({ bridge, stores, newKey }: StoreParts): FinanceFactories => ({
  newFinance: () => createFinanceStore({ bridge, drafts: stores.drafts, newKey }),
  newChequeDeposits: () => createChequeDepositsStore({ bridge, newKey }),
  newRestoredPayments: () => createRestoredPaymentsStore({ bridge, newKey }),
})
