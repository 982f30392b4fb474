import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { CheckboxButton, CheckboxField } from 'react-aria-components'
import { classNames } from './class-names.ts'
import { withoutUndefinedProps } from './defined.ts'
import { FieldNotes, type FieldProps } from './field.tsx'
import './checkbox.css'

type CheckboxProps = Omit<FieldProps, 'label' | 'isLabelHidden'> & {
  /** The label beside the box, which is also its accessible name. */
  children: ReactNode
  isSelected?: boolean | undefined
  defaultSelected?: boolean | undefined
  onChange?: ((isSelected: boolean) => void) | undefined
  /** Neither checked nor unchecked: only part of the group is selected. */
  isIndeterminate?: boolean | undefined
  name?: string | undefined
  value?: string | undefined
  autoFocus?: boolean | undefined
}

export function Checkbox(props: CheckboxProps) {
  const { children, isRequired = false, isDisabled = false, disabledReason, errorMessage } = props
  const isExplained = Boolean(disabledReason)
  return (
    <CheckboxField
      {...withoutUndefinedProps({
        isSelected: props.isSelected,
        defaultSelected: props.defaultSelected,
        onChange: props.onChange,
        isIndeterminate: props.isIndeterminate,
        name: props.name,
        value: props.value,
        autoFocus: props.autoFocus,
      })}
      isRequired={isRequired}
      isDisabled={isDisabled && !isExplained}
      isReadOnly={isExplained}
      isInvalid={Boolean(errorMessage)}
      validationBehavior="aria"
      className={classNames('w-checkbox-field', isExplained && 'w-checkbox-field--explained', props.className)}
    >
      <CheckboxButton className="w-checkbox">
        {({ isSelected, isIndeterminate }) => (
          <>
            <span className="w-checkbox__box" aria-hidden="true">
              {isIndeterminate ? (
                <Minus size={14} strokeWidth={3} />
              ) : isSelected ? (
                <Check size={14} strokeWidth={3} />
              ) : null}
            </span>
            <span>
              {children}
              {isRequired ? (
                <span className="w-field__star" aria-hidden="true">
                  *
                </span>
              ) : null}
            </span>
          </>
        )}
      </CheckboxButton>
      <FieldNotes description={props.description} errorMessage={errorMessage} disabledReason={disabledReason} />
    </CheckboxField>
  )
}
