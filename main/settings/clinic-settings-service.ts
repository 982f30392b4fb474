import type { ClinicSettingsBridge } from '#contract/settings/bridge.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'

type ClinicSettingsParts = {
  readonly calls: StaffCalls
  /** Asks the back office for its settings, so that a change takes effect at this workstation immediately. */
  checkConnection(): Promise<void>
}

/** Creates the service for the settings of the clinic group and the texts of its emails. No copy is kept. */
export const createClinicSettingsService = ({ calls, checkConnection }: ClinicSettingsParts): ClinicSettingsBridge => ({
  read: async () => await calls.call('readClinicSettings', {}),
  change: async (body) => {
    const reply = await calls.call('changeClinicSettings', { body })
    if (reply.ok) await checkConnection()
    return reply
  },
  readMailTexts: async () => await calls.call('readMailTexts', {}),
  changeMailText: async ({ kind, ...body }) => await calls.call('changeMailText', { params: { kind }, body }),
  readConsentTexts: async () => await calls.call('readConsentTexts', {}),
  changeConsentText: async ({ scope, ...body }) => await calls.call('changeConsentText', { params: { scope }, body }),
})
