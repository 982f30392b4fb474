import { Checkbox } from '../kit/controls/checkbox.tsx'
import { DatePicker } from '../kit/controls/date-picker.tsx'
import type { SelectOption } from '../kit/controls/options.tsx'
import { SelectField } from '../kit/controls/select-field.tsx'
import { TextArea } from '../kit/controls/text-area.tsx'
import { TextField } from '../kit/controls/text-field.tsx'

/**
 * The text of each field of a form, by the field's name. A checkbox is `yes` or empty; several choices are joined by
 * commas.
 */
export type RecordValues = Readonly<Record<string, string>>

/** One field of a form. */
export type RecordFieldSpec = {
  readonly name: string
  readonly label: string
  readonly kind: 'line' | 'text' | 'number' | 'choice' | 'choices' | 'date' | 'check'
  readonly options?: readonly SelectOption[]
  readonly description?: string
  readonly isRequired?: boolean
  readonly suffix?: string
  /** The height of a text box in lines of text; 2 by default. */
  readonly rows?: number
  /** Why this field cannot be changed. */
  readonly lockedReason?: string | null
}

export const choicesOf = (text: string | undefined): readonly string[] =>
  (text ?? '').split(',').filter((part) => part !== '')

type Props = {
  readonly spec: RecordFieldSpec
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (value: string) => void
}

/** Shows one field of a record's form. */
export function RecordField({ spec, value, error, onChange }: Props) {
  const { label, kind, options = [], description, isRequired = false, lockedReason = null } = spec
  const shared = { label, description, isRequired, errorMessage: error, disabledReason: lockedReason }
  switch (kind) {
    case 'text':
      return <TextArea {...shared} rows={spec.rows ?? 2} value={value} onChange={onChange} />
    case 'choice':
      return <SelectField {...shared} options={options} value={value === '' ? null : value} onChange={onChange} />
    case 'date':
      return <DatePicker {...shared} value={value === '' ? null : value} onChange={(date) => onChange(date ?? '')} />
    case 'check':
      return (
        <Checkbox
          description={description}
          errorMessage={error}
          disabledReason={lockedReason}
          isSelected={value === 'yes'}
          onChange={(isSelected) => onChange(isSelected ? 'yes' : '')}
        >
          {label}
        </Checkbox>
      )
    case 'choices':
      return <Choices spec={spec} value={value} error={error} onChange={onChange} />
    default:
      return (
        <TextField
          {...shared}
          value={value}
          onChange={onChange}
          isNumeric={kind === 'number'}
          inputMode={kind === 'number' ? 'decimal' : 'text'}
          suffix={spec.suffix}
        />
      )
  }
}

function Choices({ spec, value, error, onChange }: Props) {
  const chosen = choicesOf(value)
  return (
    <fieldset className="s-records__choices">
      <legend className="w-field__label">{spec.label}</legend>
      {spec.description === undefined ? null : <p className="s-records__quiet">{spec.description}</p>}
      <div className="s-records__choice-list">
        {(spec.options ?? []).map((option) => (
          <Checkbox
            key={option.value}
            isSelected={chosen.includes(option.value)}
            onChange={(isSelected) =>
              onChange(
                (isSelected ? [...chosen, option.value] : chosen.filter((one) => one !== option.value)).join(','),
              )
            }
          >
            {option.label}
          </Checkbox>
        ))}
      </div>
      {error === undefined ? null : <p className="w-field__error">{error}</p>}
    </fieldset>
  )
}
