import type { StoreParts } from '../session/store-parts.ts'
import { type ClinicsStore, createClinicsStore } from './clinics-store.ts'

/** Builds the store of the locations that an administrator changes. */
export type ClinicsFactories = { readonly newClinics: () => ClinicsStore; readonly newKey: () => string }

export const createClinicsFactories = ({ bridge, newKey }: StoreParts): ClinicsFactories => ({
  newClinics: () => createClinicsStore({ bridge }),
  newKey,
})
