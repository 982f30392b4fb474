import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { I18nProvider } from 'react-aria-components'
import { useSearch } from 'wouter'
import { formatsIn } from '#domain/format/formats-in.ts'
import {
  type Language,
  languages,
  pseudoLanguage,
  standardLanguage,
  type TextLanguage,
  textLanguageSchema,
  toRecordLanguage,
} from '#domain/values/language.ts'
import { ControlWordsContext } from '../../kit/controls/control-words-context.ts'
import { RadioGroup } from '../../kit/controls/radio-group.tsx'
import { LanguageContext } from '../text-language.ts'
import { controlWordsIn } from './member-control-words.ts'
import { selfServiceWordsIn } from './own-page-words.ts'

/** The names of the languages as their readers write them. */
const ownNames: Readonly<Record<Language, string>> = { en: 'English', 'fr-CA': 'Français' }

type SelfLanguage = {
  readonly language: TextLanguage
  /** The member chose a language. */
  readonly choose: (language: Language) => void
  /** The language of the member's record; it applies unless the member chose another one on this page. */
  readonly adopt: (language: Language) => void
}

const SelfLanguageContext = createContext<SelfLanguage>({
  language: standardLanguage,
  choose: () => {},
  adopt: () => {},
})

/**
 * Provides the language of a member's own pages: the language that the member chose, else that of the member's record,
 * else that of the address (`?language=fr-CA`), else English.
 */
export function SelfLanguageProvider({ children }: { readonly children: ReactNode }) {
  const query = new URLSearchParams(useSearch())
  const [ofPage, setOfPage] = useState(textLanguageSchema.safeParse(query.get('language')).data ?? standardLanguage)
  const [chosen, setChosen] = useState<Language | null>(null)
  const language = chosen ?? ofPage
  const adopt = useCallback((next: Language) => setOfPage((now) => (now === pseudoLanguage ? now : next)), [])
  const value = useMemo(() => ({ language, choose: setChosen, adopt }), [language, adopt])
  useEffect(() => {
    // Lists and dialogs are outside the page's element; screen readers learn their language from the document.
    const { documentElement } = document
    const before = documentElement.lang
    documentElement.lang = language
    return () => {
      documentElement.lang = before
    }
  }, [language])
  return (
    <SelfLanguageContext value={value}>
      <LanguageContext value={language}>
        <ControlWordsContext value={controlWordsIn(language)}>
          <I18nProvider locale={language === 'fr-CA' ? language : 'en-CA'}>{children}</I18nProvider>
        </ControlWordsContext>
      </LanguageContext>
    </SelfLanguageContext>
  )
}

/** Returns the language of a member's own pages, with its texts and formats. */
export const useSelfLanguage = () => {
  const context = useContext(SelfLanguageContext)
  const { language } = context
  return { ...context, words: selfServiceWordsIn(language), format: formatsIn(language) }
}

/** Lets the member choose the language. Each name is in its own language. */
export function SelfLanguageChoice() {
  const { language, choose, words } = useSelfLanguage()
  return (
    <RadioGroup<Language>
      label={words.page.language}
      isLabelHidden
      variant="segmented"
      options={languages.map((value) => ({ value, label: ownNames[value] }))}
      value={toRecordLanguage(language)}
      onChange={choose}
    />
  )
}
