import type { Ref } from 'react'
import { TextArea as AriaTextArea, TextField as AriaTextField } from 'react-aria-components'
import { classNames } from './class-names.ts'
import { controlWords } from './control-words.ts'
import { withoutUndefinedProps } from './defined.ts'
import { FieldLabel, FieldNotes, type FieldProps } from './field.tsx'
import './text-area.css'

type TextAreaProps = FieldProps & {
  /** Controlled, because the counter needs the text. */
  value: string
  onChange: (value: string) => void
  onBlur?: (() => void) | undefined
  /** Default 3 (booking spec, "Shared widgets"). */
  rows?: number | undefined
  /** Counts characters against this limit; above it the field is invalid. Typed and pasted text is never cut. */
  maxLength?: number | undefined
  placeholder?: string | undefined
  name?: string | undefined
  autoFocus?: boolean | undefined
  isReadOnly?: boolean | undefined
  ref?: Ref<HTMLTextAreaElement> | undefined
}

/** Shows a text box of several lines. */
export function TextArea(props: TextAreaProps) {
  const { label, value, maxLength, isRequired = false, isDisabled = false, disabledReason } = props
  const isExplained = Boolean(disabledReason)
  const excess = maxLength === undefined ? 0 : value.length - maxLength
  const errorMessage = props.errorMessage ?? (excess > 0 ? controlWords.textArea.tooMany(excess) : undefined)
  return (
    <AriaTextField
      {...withoutUndefinedProps({ onBlur: props.onBlur, name: props.name, autoFocus: props.autoFocus })}
      value={value}
      onChange={props.onChange}
      isRequired={isRequired}
      isDisabled={isDisabled && !isExplained}
      isReadOnly={props.isReadOnly === true || isExplained}
      isInvalid={Boolean(errorMessage)}
      validationBehavior="aria"
      className={classNames('w-field', isExplained && 'w-field--explained', props.className)}
    >
      <FieldLabel label={label} isRequired={isRequired} isLabelHidden={props.isLabelHidden} />
      <AriaTextArea
        className="w-control w-text-area"
        rows={props.rows ?? 3}
        {...withoutUndefinedProps({
          placeholder: props.placeholder,
          ref: props.ref,
          'aria-disabled': isExplained ? true : undefined,
        })}
      />
      <div className="w-text-area__foot">
        <div className="w-text-area__notes">
          <FieldNotes description={props.description} errorMessage={errorMessage} disabledReason={disabledReason} />
        </div>
        {maxLength === undefined ? null : (
          <span className={classNames('w-text-area__count', excess > 0 && 'w-text-area__count--over')}>
            <span aria-hidden="true">
              {value.length} / {maxLength}
            </span>
            <span className="w-visually-hidden">{controlWords.textArea.count(value.length, maxLength)}</span>
          </span>
        )}
      </div>
    </AriaTextField>
  )
}
