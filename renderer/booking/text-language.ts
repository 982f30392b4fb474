import { createContext, useContext } from 'react'
import { standardLanguage, type TextLanguage } from '#domain/values/language.ts'

/**
 * The language in which the components inside show their texts: the member's language on the member's own pages,
 * English everywhere else.
 */
export const LanguageContext = createContext<TextLanguage>(standardLanguage)

/** Returns the language of the surrounding page. */
export const useLanguage = (): TextLanguage => useContext(LanguageContext)
