import { toPseudoText } from '../values/in-languages.ts'
import { pseudoLanguage, type TextLanguage } from '../values/language.ts'
import { frenchSafetyTexts } from './french-safety-texts.ts'

/**
 * Returns a text of the questionnaire in a language. A text without a translation stays English, so that a question is
 * never lost.
 */
export const safetyTextIn = (language: TextLanguage, text: string): string => {
  if (language === 'fr-CA') return frenchSafetyTexts.get(text) ?? text
  return language === pseudoLanguage ? toPseudoText(text) : text
}
