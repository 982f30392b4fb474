import { describe, expect, it } from 'vitest'
import { formatsIn } from '#domain/format/formats-in.ts'
import { toSmsLetters } from '#domain/messages/sms-letters.ts'
import {
  describeConsentVersion,
  findConsentText,
  findNamedConsentText,
  isTranslationBehind,
  offeredConsentTexts,
  parseConsentText,
  type StoredConsentText,
} from '#domain/settings/consent-text.ts'
import { frenchConsentText, standardConsentText } from '#domain/settings/consent-text-words.ts'
import { frenchMailTexts } from '#domain/settings/french-mail-texts.ts'
import { mailSamplesIn, standardMailTexts, standardMailTextsIn } from '#domain/settings/mail-text-words.ts'
import {
  fillMailText,
  findMailTextProblems,
  isMemberMail,
  isSmsText,
  type MailKind,
  mailKindNames,
} from '#domain/settings/mail-texts.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { Language } from '#domain/values/language.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import type { LocationID } from '#domain/values/location-id.ts'

/** The basic letters of a text message (GSM 03.38). */
const gsm = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà]*$/u

const memberKinds = mailKindNames.filter(isMemberMail)
const names = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort()

describe('the messages to members in French', () => {
  it.each(memberKinds)('have a text for %s with the placeholders of the English text', (kind) => {
    const [french, english] = [frenchMailTexts[kind], standardMailTexts[kind]]
    expect(findMailTextProblems(kind, french)).toEqual({})
    expect(names(french.text)).toEqual(names(english.text))
    expect(names(french.subject)).toEqual(names(english.subject))
    expect(french.text).not.toBe(english.text)
  })

  it('have the same lines as the English texts', () => {
    for (const kind of memberKinds) {
      const lines = (text: string): number[] => text.split('\n').map((line) => (line === '' ? 0 : 1))
      expect(lines(frenchMailTexts[kind].text), kind).toEqual(lines(standardMailTexts[kind].text))
    }
  })

  it('do not exist for messages to practitioners and staff', () => {
    for (const kind of ['report', 'invitation'] as const)
      expect(standardMailTextsIn('fr-CA')[kind]).toBe(standardMailTexts[kind])
  })

  it('have text messages in the basic alphabet, short enough for two parts', () => {
    for (const kind of memberKinds.filter(isSmsText)) {
      const { text } = fillMailText(frenchMailTexts[kind], mailSamplesIn('fr-CA') as never)
      expect(frenchMailTexts[kind].text.replaceAll(/\{\w+\}/g, ''), kind).toMatch(gsm)
      expect(text.replaceAll('\u00a0', ' '), kind).toMatch(gsm)
      expect(text.length, kind).toBeLessThanOrEqual(306)
    }
  })

  it.each(Array.from({ length: 12 }, (_, month) => month + 1))('write a time in month %i in basic letters', (month) => {
    const time = `2026-${String(month).padStart(2, '0')}-12T17:00:00Z` as Instant
    const when = toSmsLetters(formatsIn('fr-CA').instant(time, 'America/Toronto' as ZoneId))
    expect(when).toMatch(gsm)
    expect(when).toContain('2026')
  })

  it('follow the spacing of Canadian French, with typographic apostrophes', () => {
    const emails = memberKinds.filter((kind: MailKind) => !isSmsText(kind))
    for (const kind of emails) {
      const { subject, text } = frenchMailTexts[kind as keyof typeof frenchMailTexts]
      expect(`${subject}\n${text}`, kind).not.toMatch(/ [:;?!%]|\w'\w/)
    }
    expect(frenchConsentText.text).not.toMatch(/ [:;?!%]|\w'\w/)
  })
})

const here = 'ca-qc-1' as LocationID
const now = '2026-11-24T17:00:00Z' as Instant
const stored = (
  scope: StoredConsentText['scope'],
  language: Language,
  version: number,
  isWithdrawn = false,
): StoredConsentText => ({
  ...{ textID: `${scope}-${version}`, scope, language, version, title: 'Entente', text: `${language} ${version}` },
  ...{ isWithdrawn, createdAt: '2026-01-10T00:00:00Z' as Instant, createdBy: 'Ana Admin' },
})

describe('the consent in French', () => {
  it('has the parts of the English standard text', () => {
    const kinds = (text: string): string[] => parseConsentText(text).map(({ kind }) => kind)
    expect(kinds(frenchConsentText.text)).toEqual(kinds(standardConsentText.text))
  })

  const [english, french] = [stored('all', 'en', 1), stored('all', 'fr-CA', 2)]
  it.each<[string, readonly StoredConsentText[], string]>([
    ['no text was written', [], 'standard-fr-CA'],
    ['the clinic wrote only an English one', [english], 'all-1'],
    ['the clinic translated its own', [english, french], 'all-2'],
    ['the translation was withdrawn', [english, french, stored('all', 'fr-CA', 3, true)], 'all-1'],
    ['both were withdrawn', [stored('all', 'en', 1, true), stored('all', 'fr-CA', 2, true)], 'standard-fr-CA'],
    ['only the location wrote its own, in English', [english, french, stored(here, 'en', 1)], `${here}-1`],
    ['the location translated its own', [english, stored(here, 'en', 1), stored(here, 'fr-CA', 2)], `${here}-2`],
    ['only French was written', [french], 'all-2'],
  ])('is chosen when %s', (_, texts, textID) => {
    expect(findConsentText(texts, here, 'fr-CA').textID).toBe(textID)
  })

  it('does not change the text for a member who reads English', () => {
    expect(findConsentText([french], here).textID).toBe('standard')
    expect(findConsentText([english, french], here).textID).toBe('all-1')
  })

  it('is offered first, followed by the English text', () => {
    const offered = (texts: readonly StoredConsentText[], language: Language) =>
      offeredConsentTexts(texts, here, now, language).map(({ textID }) => textID)
    expect(offered([], 'fr-CA')).toEqual(['standard-fr-CA', 'standard'])
    expect(offered([english, french], 'fr-CA')).toEqual(['all-2', 'all-1'])
    expect(offered([english, french], 'en')).toEqual(['all-1'])
  })

  it('is named by a signed consent with its language', () => {
    const named = findNamedConsentText([], { textID: 'standard-fr-CA' })
    expect(named).toMatchObject({ ...frenchConsentText, language: 'fr-CA', version: 0 })
    expect(describeConsentVersion({ textID: 'standard-fr-CA', scope: 'all', version: 0 })).toBe(
      'standard text, French (Canada)',
    )
    expect(describeConsentVersion(french)).toBe('text version 2, French (Canada)')
    expect(describeConsentVersion(french, 'fr-CA')).toBe('version 2 du texte')
  })

  it('is outdated while the English text is newer or has no translation', () => {
    expect(isTranslationBehind([], 'all', 'fr-CA')).toBe(false)
    expect(isTranslationBehind([english], 'all', 'fr-CA')).toBe(true)
    expect(isTranslationBehind([english, french], 'all', 'fr-CA')).toBe(false)
    expect(isTranslationBehind([english, french, stored('all', 'en', 3)], 'all', 'fr-CA')).toBe(true)
    expect(isTranslationBehind([english, french, stored('all', 'en', 3)], 'all', 'en')).toBe(false)
  })
})
