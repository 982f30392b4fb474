import { z } from 'zod'

/** The languages of the texts that members read, as BCP 47 tags. Staff screens are in English. */
export const languages = ['en', 'fr-CA'] as const
export type Language = (typeof languages)[number]
export const languageSchema = z.enum(languages)

/** The language of a member whose record names no other. */
export const standardLanguage: Language = 'en'

/**
 * The language of tests and translators: English with altered letters, and a third longer. A text that stays plain is
 * missing from the catalogues. A text that is cut off has too little room for a translation. No member has this
 * language.
 */
export const pseudoLanguage = 'en-XA'

/** The languages in which a text can be shown. */
export const textLanguageSchema = z.enum([...languages, pseudoLanguage])
export type TextLanguage = z.infer<typeof textLanguageSchema>

/** Returns the language of a record whose reader sees texts in `language`: English for the pseudo-language. */
export const toRecordLanguage = (language: TextLanguage): Language =>
  language === pseudoLanguage ? standardLanguage : language

/** The names of the languages for staff. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', 'fr-CA': 'French (Canada)' }

const otherNames: Readonly<Record<string, Language>> = {
  english: 'en',
  anglais: 'en',
  french: 'fr-CA',
  français: 'fr-CA',
  francais: 'fr-CA',
}

/**
 * Reads the name of a language from another system: a tag of any region (`fr`, `FR_ca`), or a name in English or
 * French. Undefined for any other text.
 */
export const parseLanguage = (text: string): Language | undefined => {
  const folded = text.trim().toLowerCase()
  if (/^en(?:[-_][a-z]{2})?$/.test(folded)) return 'en'
  if (/^fr(?:[-_][a-z]{2})?$/.test(folded)) return 'fr-CA'
  const name = folded.replace(/\s*\(.*\)$/, '')
  return Object.hasOwn(otherNames, name) ? otherNames[name] : undefined
}
