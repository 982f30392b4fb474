import { z } from 'zod'

/** The languages of what members read, as BCP 47 tags. The screens of staff are English. */
export const languages = ['en', 'fr-CA'] as const
export type Language = (typeof languages)[number]
export const languageSchema = z.enum(languages)

/** The language of a member whose record names no other. */
export const standardLanguage: Language = 'en'

/**
 * The language of tests and translators: English with other letters and a third longer. A text that stays plain is in
 * no catalogue, and a text that is cut has too little room for a translation. No member has it.
 */
export const pseudoLanguage = 'en-XA'

/** The languages in which a text can be shown. */
export const textLanguageSchema = z.enum([...languages, pseudoLanguage])
export type TextLanguage = z.infer<typeof textLanguageSchema>

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
 * Reads a language as other systems write it: a tag of any region (`fr`, `FR_ca`), or a name in English or French.
 * Undefined for any other text.
 */
export const parseLanguage = (text: string): Language | undefined => {
  const folded = text.trim().toLowerCase()
  if (/^en(?:[-_][a-z]{2})?$/.test(folded)) return 'en'
  if (/^fr(?:[-_][a-z]{2})?$/.test(folded)) return 'fr-CA'
  const name = folded.replace(/\s*\(.*\)$/, '')
  return Object.hasOwn(otherNames, name) ? otherNames[name] : undefined
}
