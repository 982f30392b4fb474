import { ChevronDown } from 'lucide-react'
import { Button, Popover, Select, SelectValue } from 'react-aria-components'
import { classNames } from './class-names.ts'
import { useControlWords } from './control-words-context.ts'
import { withoutUndefinedProps } from './defined.ts'
import { FieldLabel, FieldNotes, type FieldProps } from './field.tsx'
import { OptionList, type SelectOption } from './options.tsx'
import { useOpenState } from './use-open-state.ts'
import './select-field.css'

type SelectFieldProps = FieldProps & {
  options: readonly SelectOption[]
  /** The value of the chosen option, or null for none. */
  value: string | null
  onChange: (value: string) => void
  onBlur?: (() => void) | undefined
  /** Shown while nothing is chosen. Default "Select". */
  placeholder?: string | undefined
  name?: string | undefined
  autoFocus?: boolean | undefined
  /** Default `medium` (36 px); `small` is 32 px. */
  size?: 'small' | 'medium' | undefined
}

/** Shows a choice from a short list; typed letters jump to a match. For long lists use ComboBox. */
export function SelectField(props: SelectFieldProps) {
  const { label, value, onChange, isRequired = false, disabledReason, errorMessage, size = 'medium' } = props
  const isExplained = Boolean(disabledReason)
  const words = useControlWords()
  const openState = useOpenState(isExplained)
  return (
    <Select
      {...withoutUndefinedProps({ name: props.name, autoFocus: props.autoFocus, onBlur: props.onBlur })}
      {...openState}
      value={value}
      onChange={(key) => {
        if (key !== null && !isExplained) onChange(String(key))
      }}
      placeholder={props.placeholder ?? words.select}
      isRequired={isRequired}
      isDisabled={props.isDisabled === true && !isExplained}
      isInvalid={Boolean(errorMessage)}
      validationBehavior="aria"
      className={classNames('w-field', isExplained && 'w-field--explained', props.className)}
    >
      <FieldLabel label={label} isRequired={isRequired} isLabelHidden={props.isLabelHidden} />
      <Button
        className={classNames('w-control w-select', size === 'small' && 'w-control--small')}
        {...(isExplained ? { 'aria-disabled': true } : {})}
      >
        <SelectValue className="w-select__value">
          {({ isPlaceholder, defaultChildren, selectedText }) => (isPlaceholder ? defaultChildren : selectedText)}
        </SelectValue>
        <ChevronDown aria-hidden="true" size={16} />
      </Button>
      <FieldNotes description={props.description} errorMessage={errorMessage} disabledReason={disabledReason} />
      <Popover className="w-popover w-options-popover" offset={4}>
        <OptionList options={props.options} />
      </Popover>
    </Select>
  )
}
