import { type Control, Controller } from 'react-hook-form'
import type { MemberFormValues } from '#domain/members/member-rules.ts'
import { languageNames, languages, standardLanguage } from '#domain/values/language.ts'
import { SelectField } from '../kit/controls/select-field.tsx'
import { memberFormWords as words } from './member-form-words.ts'

type Props = { control: Control<MemberFormValues>; error: string | undefined }

/** Shows the choice of the language in which a member receives papers and messages. */
export function LanguageField({ control, error }: Props) {
  return (
    <div data-field="language">
      <Controller
        control={control}
        name="language"
        render={({ field }) => (
          <SelectField
            label={words.fields.language}
            description={words.languageHint}
            options={languages.map((language) => ({ value: language, label: languageNames[language] }))}
            value={field.value === '' ? standardLanguage : field.value}
            onChange={field.onChange}
            errorMessage={error}
          />
        )}
      />
    </div>
  )
}
