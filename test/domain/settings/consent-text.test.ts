import { describe, expect, it } from 'vitest'
import {
  type ConsentScope,
  consentTextFields,
  consentTextLimits,
  describeConsentVersion,
  findConsentText,
  findNamedConsentText,
  offeredConsentTexts,
  parseConsentText,
  type StoredConsentText,
} from '#domain/settings/consent-text.ts'
import { standardConsentText } from '#domain/settings/consent-text-words.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { Language } from '#domain/values/language.ts'
import type { LocationID } from '#domain/values/location-id.ts'

const here = 'ca-bc-1' as LocationID
const elsewhere = 'ca-on-1' as LocationID
const now = '2026-11-24T17:00:00Z' as Instant
const stored = (
  scope: ConsentScope,
  version: number,
  day: string,
  isWithdrawn = false,
  language: Language = 'en',
): StoredConsentText => ({
  textID: `${scope}-${version}`,
  scope,
  language,
  version,
  title: 'Agreement',
  text: `Text ${version} of ${scope}`,
  isWithdrawn,
  createdAt: `${day}T00:00:00Z` as Instant,
  createdBy: 'Ana Admin',
})
const common = stored('all', 1, '2026-01-10')
const own = stored(here, 1, '2026-06-01')
const ids = (texts: readonly StoredConsentText[]) => offeredConsentTexts(texts, here, now).map(({ textID }) => textID)

describe('the text of a consent', () => {
  it.each<[string, readonly StoredConsentText[], string]>([
    ['no text was written', [], 'standard'],
    ['only another location has its own', [stored(elsewhere, 1, '2026-06-01')], 'standard'],
    ['all locations have one', [common], 'all-1'],
    ['all locations have two versions', [stored('all', 2, '2026-02-01'), common], 'all-2'],
    ['the location has its own', [common, own], `${here}-1`],
    ['the text of the location was withdrawn', [common, own, stored(here, 2, '2026-07-01', true)], 'all-1'],
    ['both were withdrawn', [common, stored('all', 2, '2026-07-01', true)], 'standard'],
  ])('is chosen when %s', (_, texts, textID) => {
    expect(findConsentText(texts, here).textID).toBe(textID)
  })

  it.each<[string, readonly StoredConsentText[], readonly string[]]>([
    ['no text was written', [], ['standard']],
    ['it has not changed for 90 days', [common], ['all-1']],
    ['it changed within 90 days', [common, stored('all', 2, '2026-11-20')], ['all-2', 'all-1']],
    ['it changed 91 days ago', [common, stored('all', 2, '2026-08-25')], ['all-2']],
    [
      'it changed twice, and another location changed its own',
      [common, stored('all', 2, '2026-11-10'), stored(here, 1, '2026-11-20'), stored(elsewhere, 1, '2026-11-21')],
      [`${here}-1`, 'all-2', 'all-1'],
    ],
    ['its own was withdrawn yesterday', [common, own, stored(here, 2, '2026-11-23', true)], ['all-1', `${here}-1`]],
    ['the first was written yesterday', [stored('all', 1, '2026-11-23')], ['all-1', 'standard']],
  ])('is offered for a consent signed today when %s', (_, texts, offered) => {
    expect(ids(texts)).toEqual(offered)
  })

  it.each<[string, number, string]>([
    ['withdrawn after the translation', 3, 'all-1'],
    ['withdrawn before the translation', 1, `${here}-2`],
  ])('is chosen in French when the English text was %s', (_, version, textID) => {
    const texts = [common, stored(here, 2, '2026-06-02', false, 'fr-CA'), stored(here, version, '2026-07-01', true)]
    expect(findConsentText(texts, here, 'fr-CA').textID).toBe(textID)
  })

  it('is found by the id that a study names, even after it was replaced', () => {
    const texts = [common, stored('all', 2, '2026-02-01')]
    expect(findNamedConsentText(texts, { textID: 'all-1' })?.text).toBe('Text 1 of all')
    expect(findNamedConsentText(texts, { textID: 'standard' })?.text).toBe(standardConsentText.text)
    expect(findNamedConsentText(texts, { textID: 'gone' })).toBeNull()
    expect(findNamedConsentText(texts, null)).toBeNull()
  })

  it('has headings and paragraphs', () => {
    expect(parseConsentText('# The scan\r\nI agree\r\nto it.\n\n\nAnd to this.\n#no heading\n\n# End')).toEqual([
      { kind: 'heading', text: 'The scan' },
      { kind: 'paragraph', text: 'I agree to it.' },
      { kind: 'paragraph', text: 'And to this. #no heading' },
      { kind: 'heading', text: 'End' },
    ])
    expect(parseConsentText(standardConsentText.text).filter(({ kind }) => kind === 'heading')).toHaveLength(5)
  })

  it('has a name', () => {
    expect(describeConsentVersion({ scope: 'all', version: 0 })).toBe('standard text')
    expect(describeConsentVersion({ scope: 'all', version: 3 })).toBe('text version 3')
    expect(describeConsentVersion({ scope: here, version: 3 })).toBe('location text version 3')
  })

  it.each([
    ['title', ''],
    ['title', 'two\nlines'],
    ['title', 'x'.repeat(consentTextLimits.title + 1)],
    ['text', '  \n '],
    ['text', 'a\u0007b'],
    ['text', 'x'.repeat(consentTextLimits.text + 1)],
  ] as const)('refuses as %s: %j', (field, value) => {
    expect(consentTextFields[field].safeParse(value).success).toBe(false)
  })
})
