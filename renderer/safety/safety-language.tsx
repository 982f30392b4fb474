import { createContext, useContext } from 'react'
import { findSafetyNotices, type Notice } from '#domain/safety/notices.ts'
import type { SafetyAssessment, SafetyCase } from '#domain/safety/safety-assessment.ts'
import { standardLanguage, type TextLanguage } from '#domain/values/language.ts'
import { memberSafetyWordsIn } from './member-safety-words.ts'

type SafetyLanguage = {
  readonly language: TextLanguage
  /** Returns a notice of the form with its texts in the language. */
  readonly noticeIn: (notice: Notice) => Notice
}

const english: SafetyLanguage = { language: standardLanguage, noticeIn: (notice) => notice }

/**
 * The language in which the components inside show the questions, answers and notices; English if no component provides
 * it.
 */
export const SafetyLanguageContext = createContext<SafetyLanguage>(english)

type Assessed = { readonly assessment: SafetyAssessment; readonly safetyCase: SafetyCase }

/**
 * Creates the value of {@link SafetyLanguageContext}. `read` returns the present assessment. The assessment itself
 * stays in English, because sign-offs and reasons compare its texts.
 */
export const createSafetyLanguage = (language: TextLanguage, read: () => Assessed): SafetyLanguage => {
  if (language === standardLanguage) return english
  let of: SafetyAssessment | null = null
  let translated: ReadonlyMap<string, Notice> = new Map()
  return {
    language,
    noticeIn: (notice) => {
      const { assessment, safetyCase } = read()
      if (assessment !== of) {
        of = assessment
        const notices = findSafetyNotices(assessment, { ...safetyCase, language })
        translated = new Map(notices.map((each) => [each.key, each]))
      }
      return translated.get(notice.key) ?? notice
    },
  }
}

/** Returns the language of the surrounding component, with its words. */
export const useSafetyLanguage = () => {
  const place = useContext(SafetyLanguageContext)
  return { ...place, words: memberSafetyWordsIn(place.language) }
}
