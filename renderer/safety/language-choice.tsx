import { type Language, languageNames, standardLanguage } from '#domain/values/language.ts'
import { RadioGroup } from '../kit/controls/radio-group.tsx'
import { safetyFormWords } from './safety-words.ts'

const { language: words } = safetyFormWords

type Props = {
  /** The member's language. */
  readonly of: Language
  readonly language: Language
  readonly onChange: (language: Language) => void
}

/**
 * Lets staff show questions and notices in the member's language. The rest of the screen stays English. Shows nothing
 * for a member who reads English.
 */
export function LanguageChoice({ of, language, onChange }: Props) {
  if (of === standardLanguage) return null
  return (
    <RadioGroup
      className="safety-language-choice"
      label={words.label}
      variant="segmented"
      options={[standardLanguage, of].map((value) => ({ value, label: languageNames[value] }))}
      value={language}
      onChange={onChange}
    />
  )
}
