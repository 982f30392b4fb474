import { fail, ok } from '#contract/reply.ts'
import type { ClinicSettingsBridge } from '#contract/settings/bridge.ts'
import type { ClinicSettings } from '#domain/settings/clinic-settings.ts'
import {
  type AdministeredConsentText,
  type ConsentScope,
  findConsentText,
  isTranslationBehind,
  type StoredConsentText,
} from '#domain/settings/consent-text.ts'
import { standardMailTextsIn } from '#domain/settings/mail-text-words.ts'
import {
  type AdministeredMailText,
  findMailTextProblems,
  mailKindNames,
  mailLanguage,
} from '#domain/settings/mail-texts.ts'
import { type Language, languages } from '#domain/values/language.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import { createFakeRecords, fakeOffline } from './fake-catalogue.ts'
import type { FakeWorld } from './fake-members.ts'

/** Creates the settings of the clinic group and the texts of its emails, in memory. */
export const createFakeClinicSettings = (
  world: FakeWorld,
  takeLockMinutes: (minutes: number) => void,
): ClinicSettingsBridge => {
  let settings: ClinicSettings = { lockMinutes: 5, version: 0 }
  const texts = createFakeRecords<AdministeredMailText>(world, ({ kind, language }) => `${kind} ${language}`)
  for (const language of languages) {
    for (const kind of mailKindNames) {
      if (mailLanguage(kind, language) !== language) continue
      const text = { kind, language, ...standardMailTextsIn(language)[kind], version: 0 }
      texts.records.set(`${kind} ${language}`, text)
    }
  }
  let consentTexts: readonly StoredConsentText[] = []
  const toAdministered = (scope: ConsentScope, name: string, language: Language): AdministeredConsentText => {
    const ofScope = consentTexts.filter((text) => text.scope === scope)
    const versions = ofScope.filter((text) => text.language === language).toSorted((a, b) => b.version - a.version)
    const { title, text } = findConsentText(consentTexts, scope, language)
    return {
      ...{ scope, language, name, title, text, versions },
      isBehind: isTranslationBehind(consentTexts, scope, language),
      isOwn: versions[0] !== undefined && !versions[0].isWithdrawn,
      version: Math.max(0, ...ofScope.map(({ version }) => version)),
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
        ? ok(
            languages.flatMap((language) => [
              toAdministered('all', '', language),
              toAdministered('ca-bc-1' as LocationID, 'Vancouver', language),
            ]),
          )
        : fakeOffline(),
    changeConsentText: async ({ scope, language, content, version }) => {
      if (!world.isOnline()) return fakeOffline()
      const name = scope === 'all' ? '' : 'Vancouver'
      const before = toAdministered(scope, name, language)
      if (before.version !== version) return fail('stale', 'Someone else changed this meanwhile.', { current: before })
      const added = {
        ...(content ?? { title: '', text: '' }),
        ...{
          textID: `text-${scope}-${version + 1}`,
          scope,
          language,
          version: version + 1,
          isWithdrawn: content === null,
        },
        ...{ createdAt: world.now(), createdBy: world.user()?.fullname ?? '' },
      }
      consentTexts = [...consentTexts, added]
      return ok(toAdministered(scope, name, language))
    },
    readMailTexts: texts.list,
    changeMailText: async ({ kind, version, ...change }) => {
      if (mailLanguage(kind, change.language) !== change.language) {
        return fail('invalid-input', 'This text is in English only.', {
          fields: { language: 'It is in English only.' },
        })
      }
      const wrong = Object.keys(findMailTextProblems(kind, change))
      if (wrong.length === 0) return await texts.change(`${kind} ${change.language}`, version, change)
      const fields = Object.fromEntries(wrong.map((field) => [field, 'Its placeholders are not right.']))
      return fail('invalid-input', 'The placeholders are not right.', { fields })
    },
  }
}
