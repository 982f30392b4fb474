import type { StoreParts } from '../session/store-parts.ts'
import { createImportStore, type ImportStore } from './import-store.ts'

/** Builds the store of one visit to the Import section. */
export type ImportFactories = { readonly newImport: () => ImportStore }

export const createImportFactories = ({ bridge, newKey }: StoreParts): ImportFactories => ({
  newImport: () => createImportStore({ bridge, newKey }),
})
