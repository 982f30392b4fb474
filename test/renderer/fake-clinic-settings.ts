import { fail, ok } from '#contract/reply.ts'
import type { ClinicSettingsBridge } from '#contract/settings/bridge.ts'
import type { ClinicSettings } from '#domain/settings/clinic-settings.ts'
import {
  type AdministeredConsentText,
  type ConsentScope,
  findConsentText,
  type StoredConsentText,
} from '#domain/settings/consent-text.ts'
import { standardMailTexts } from '#domain/settings/mail-text-words.ts'
import { type AdministeredMailText, findMailTextProblems, mailKindNames } from '#domain/settings/mail-texts.ts'
import type { LocationID } from '#domain/values/location-id.ts'
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
  let consentTexts: readonly StoredConsentText[] = []
  const toAdministered = (scope: ConsentScope, name: string): AdministeredConsentText => {
    const versions = consentTexts.filter((text) => text.scope === scope).toSorted((a, b) => b.version - a.version)
    const { title, text } = findConsentText(consentTexts, scope)
    return {
      ...{ scope, name, title, text, versions },
      isOwn: versions[0] !== undefined && !versions[0].isWithdrawn,
      version: versions[0]?.version ?? 0,
    }
  }
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
    readConsentTexts: async () =>
      world.isOnline()
        ? ok([toAdministered('all', ''), toAdministered('ca-bc-1' as LocationID, 'Vancouver')])
        : fakeOffline(),
    changeConsentText: async ({ scope, content, version }) => {
      if (!world.isOnline()) return fakeOffline()
      const name = scope === 'all' ? '' : 'Vancouver'
      const before = toAdministered(scope, name)
      if (before.version !== version) return fail('stale', 'Someone else changed this meanwhile.', { current: before })
      const added = {
        ...(content ?? { title: '', text: '' }),
        ...{ textID: `text-${scope}-${version + 1}`, scope, version: version + 1, isWithdrawn: content === null },
        ...{ createdAt: world.now(), createdBy: world.user()?.fullname ?? '' },
      }
      consentTexts = [...consentTexts, added]
      return ok(toAdministered(scope, name))
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
