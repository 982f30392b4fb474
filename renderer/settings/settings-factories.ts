import type { StoreParts } from '../session/store-parts.ts'
import { createSettingsStore, type SettingsStore } from './settings-store.ts'

/** Builds the store of the workstation's settings. */
export type SettingsFactories = { readonly newSettings: () => SettingsStore }

export const createSettingsFactories = ({ bridge }: Pick<StoreParts, 'bridge'>): SettingsFactories => ({
  newSettings: () => createSettingsStore(bridge),
})
