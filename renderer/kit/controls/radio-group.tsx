import { RadioGroup as AriaRadioGroup, RadioButton, RadioField } from 'react-aria-components'
import { classNames } from './class-names.ts'
import { withoutUndefinedProps } from './defined.ts'
import { FieldLabel, FieldNotes, type FieldProps } from './field.tsx'
import './radio-group.css'

/** One choice of a radio group. */
type RadioOption<Value extends string = string> = {
  value: Value
  label: string
  /** A quieter line below the label. */
  description?: string | undefined
  isDisabled?: boolean | undefined
}

type RadioGroupProps<Value extends string = string> = FieldProps & {
  options: readonly RadioOption<Value>[]
  /** Null: no choice yet. */
  value: Value | null
  onChange: (value: Value) => void
  onBlur?: (() => void) | undefined
  /**
   * `list` shows round marks, `segmented` a row of joined buttons for two to four short labels, `cards` a box for each
   * option. Default `list`.
   */
  variant?: 'list' | 'segmented' | 'cards' | undefined
  /** Default `vertical`; `segmented` is always horizontal. */
  orientation?: 'vertical' | 'horizontal' | undefined
  name?: string | undefined
}

/** Shows a few options, of which one can be chosen; arrow keys change the choice. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { label, options, value, onChange, variant = 'list', isRequired = false, disabledReason, errorMessage } = props
  const isExplained = Boolean(disabledReason)
  return (
    <AriaRadioGroup
      {...withoutUndefinedProps({ onBlur: props.onBlur, name: props.name })}
      value={value}
      onChange={(chosen) => {
        const option = options.find((candidate) => candidate.value === chosen)
        if (option) onChange(option.value)
      }}
      orientation={variant === 'segmented' ? 'horizontal' : (props.orientation ?? 'vertical')}
      isRequired={isRequired}
      isDisabled={props.isDisabled === true && !isExplained}
      isReadOnly={isExplained}
      isInvalid={Boolean(errorMessage)}
      validationBehavior="aria"
      className={classNames(
        'w-field w-radio-group',
        `w-radio-group--${variant}`,
        isExplained && 'w-radio-group--explained',
        props.className,
      )}
    >
      <FieldLabel label={label} isRequired={isRequired} isLabelHidden={props.isLabelHidden} />
      <div className="w-radio-group__options">
        {options.map((option) => (
          <RadioField
            key={option.value}
            value={option.value}
            isDisabled={option.isDisabled === true}
            className="w-radio-field"
          >
            <RadioButton className="w-radio">
              <span className="w-radio__mark" aria-hidden="true" />
              <span className="w-radio__words">
                {option.label}
                {option.description ? <span className="w-radio__description">{option.description}</span> : null}
              </span>
            </RadioButton>
          </RadioField>
        ))}
      </div>
      <FieldNotes description={props.description} errorMessage={errorMessage} disabledReason={disabledReason} />
    </AriaRadioGroup>
  )
}
