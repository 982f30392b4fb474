import { describe, expect, it } from 'vitest'
import { inLanguages, toPseudoText } from '#domain/values/in-languages.ts'
import { languageNames, languages, parseLanguage } from '#domain/values/language.ts'

describe('the language of a member', () => {
  it.each([
    ['en', 'en'],
    ['EN-us', 'en'],
    ['English', 'en'],
    [' fr ', 'fr-CA'],
    ['fr_CA', 'fr-CA'],
    ['fr-FR', 'fr-CA'],
    ['Français', 'fr-CA'],
    ['French (Canada)', 'fr-CA'],
    ['de', undefined],
    ['constructor', undefined],
    ['', undefined],
  ])('is read from the code “%s” of another system', (text, language) => {
    expect(parseLanguage(text)).toBe(language)
  })

  it('has a name that can be read back', () => {
    for (const language of languages) expect(parseLanguage(languageNames[language])).toBe(language)
  })
})

describe('the texts of a language', () => {
  const texts = inLanguages({
    en: { title: 'Hello', count: (count: number) => `${count} scans`, list: ['One'] },
    'fr-CA': { title: 'Bonjour', count: (count: number) => `${count} examens`, list: ['Un'] },
  })
  it('are English, French, and English in other letters for the pseudo-language', () => {
    expect(texts('en').title).toBe('Hello')
    expect(texts('fr-CA').count(2)).toBe('2 examens')
    expect(texts('en-XA').title).toBe('Ĥéļļö~~')
    expect(texts('en-XA').count(2)).toMatch(/^2 š\S+~+$/)
    expect(texts('en-XA').list).toEqual(['Öñé~~'])
  })

  it('in the pseudo-language keep placeholders and line ends, and grow by a third', () => {
    expect(toPseudoText('Dear {member},\n\n# The scan')).toMatch(/^Đéàŕ \{member\},~+\n\n# Ţĥé šçàñ~+$/)
    expect(toPseudoText('x'.repeat(100)).replaceAll(' ', '')).toHaveLength(135)
    expect(toPseudoText(toPseudoText('Hello'))).toBe(toPseudoText('Hello'))
  })
})
