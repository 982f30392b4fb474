import { fail, ok } from '#contract/reply.ts'
import type { ClinicSettingsBridge } from '#contract/settings/bridge.ts'
import type { ClinicSettings } from '#domain/settings/clinic-settings.ts'
import { standardMailTexts } from '#domain/settings/mail-text-words.ts'
import { type AdministeredMailText, findMailTextProblems, mailKindNames } from '#domain/settings/mail-texts.ts'
import { createFakeRecords, fakeOffline } from './fake-catalogue.ts'
import type { FakeWorld } from './fake-members.ts'

/** The settings of the clinic group and the texts of its emails, in memory. */
export const createFakeClinicSettings = (
  world: FakeWorld,
  takeLockMinutes: (minutes: number) => void,
): ClinicSettingsBridge => {
  let settings: ClinicSettings = { lockMinutes: 5, version: 0 }
  const texts = createFakeRecords<AdministeredMailText>(world, ({ kind }) => kind)
  for (const kind of mailKindNames) texts.records.set(kind, { kind, ...standardMailTexts[kind], version: 0 })
  return {
    read: async () => (world.isOnline() ? ok(settings) : fakeOffline()),
    change: async (change) => {
      if (!world.isOnline()) return fakeOffline()
      if (change.version !== settings.version) {
        return fail('stale', 'Someone else changed this meanwhile.', { current: settings })
      }
      settings = { ...change, version: change.version + 1 }
      takeLockMinutes(settings.lockMinutes)
      return ok(settings)
    },
    readMailTexts: texts.list,
    changeMailText: async ({ kind, version, ...change }) => {
      const wrong = Object.keys(findMailTextProblems(kind, change))
      if (wrong.length === 0) return await texts.change(kind, version, change)
      const fields = Object.fromEntries(wrong.map((field) => [field, 'Its placeholders are not right.']))
      return fail('invalid-input', 'The placeholders are not right.', { fields })
    },
  }
}
