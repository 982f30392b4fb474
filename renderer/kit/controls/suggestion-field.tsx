import { ComboBox } from './combo-box.tsx'
import type { FieldProps } from './field.tsx'

type SuggestionFieldProps = FieldProps & {
  readonly suggestions: readonly string[]
  /** Normalizes a text before it is compared, for example removes case and accents. */
  readonly fold: (text: string) => string
  readonly value: string
  readonly onChange: (value: string) => void
}

/**
 * Shows a text field that suggests those of the `suggestions` that contain the typed text. When the typed text equals a
 * suggestion, the field offers all suggestions. The field accepts any other text too.
 */
export function SuggestionField({ suggestions, fold, value, onChange, ...field }: SuggestionFieldProps) {
  const typed = fold(value)
  const isSuggested = suggestions.some((each) => fold(each) === typed)
  const options = suggestions
    .filter((each) => isSuggested || fold(each).includes(typed))
    .map((each) => ({ value: each, label: each }))
  return (
    <ComboBox
      {...field}
      isFree
      options={options}
      // The combo box must know the chosen option: otherwise its text counts as typed and opens the list again.
      value={options.find((option) => option.label === value)?.value ?? null}
      inputValue={value}
      onInputChange={onChange}
      onChange={(chosen) => {
        if (chosen !== null) onChange(chosen)
      }}
    />
  )
}
