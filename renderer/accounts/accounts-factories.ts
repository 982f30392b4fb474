import type { StoreParts } from '../session/store-parts.ts'
import { type AccountsStore, createAccountsStore } from './accounts-store.ts'

/** Builds the store of the staff accounts. */
export type AccountsFactories = { readonly newAccounts: () => AccountsStore }

export const createAccountsFactories = ({ bridge }: Pick<StoreParts, 'bridge'>): AccountsFactories => ({
  newAccounts: () => createAccountsStore(bridge),
})
