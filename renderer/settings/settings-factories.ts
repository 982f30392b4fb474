import type { AdministeredMessageSettings } from '#domain/messages/message-settings.ts'
import type { ClinicSettings } from '#domain/settings/clinic-settings.ts'
import type { AdministeredConsentText } from '#domain/settings/consent-text.ts'
import type { AdministeredMailText } from '#domain/settings/mail-texts.ts'
import { createRecordsStore, type RecordsStore } from '../records/records-store.ts'
import type { StoreParts } from '../session/store-parts.ts'
import { createSettingsStore, type SettingsStore } from './settings-store.ts'

/** Builds the stores of the workstation's settings, and of the settings of the whole clinic group. */
export type SettingsFactories = {
  readonly newSettings: () => SettingsStore
  readonly newClinicSettings: () => RecordsStore<ClinicSettings>
  readonly newMessageSettings: () => RecordsStore<readonly AdministeredMessageSettings[]>
  readonly newConsentTexts: () => RecordsStore<readonly AdministeredConsentText[]>
  readonly newMailTexts: () => RecordsStore<readonly AdministeredMailText[]>
}

export const createSettingsFactories = ({ bridge, newKey }: StoreParts): SettingsFactories => ({
  newSettings: () => createSettingsStore(bridge),
  newClinicSettings: () => createRecordsStore({ read: () => bridge.clinicSettings.read({}), newKey }),
  newMessageSettings: () => createRecordsStore({ read: () => bridge.messages.readSettings({}), newKey }),
  newConsentTexts: () => createRecordsStore({ read: () => bridge.clinicSettings.readConsentTexts({}), newKey }),
  newMailTexts: () => createRecordsStore({ read: () => bridge.clinicSettings.readMailTexts({}), newKey }),
})
