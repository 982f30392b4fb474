import { X } from 'lucide-react'
import type { ClipboardEventHandler, HTMLInputAutoCompleteAttribute, KeyboardEventHandler, ReactNode, Ref } from 'react'
import { TextField as AriaTextField, Group, Input } from 'react-aria-components'
import { classNames } from './class-names.ts'
import { controlWords } from './control-words.ts'
import { withoutUndefinedProps } from './defined.ts'
import { FieldLabel, FieldNotes, type FieldProps } from './field.tsx'
import { IconButton } from './icon-button.tsx'
import './text-field.css'

type TextFieldProps = FieldProps & {
  value?: string | undefined
  defaultValue?: string | undefined
  onChange?: ((value: string) => void) | undefined
  onBlur?: (() => void) | undefined
  onKeyDown?: KeyboardEventHandler<HTMLInputElement> | undefined
  onPaste?: ClipboardEventHandler<HTMLInputElement> | undefined
  /** Default `text`. */
  type?: 'text' | 'email' | 'tel' | 'password' | 'search' | 'url' | undefined
  inputMode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email' | 'search' | undefined
  placeholder?: string | undefined
  name?: string | undefined
  autoComplete?: HTMLInputAutoCompleteAttribute | undefined
  autoFocus?: boolean | undefined
  isReadOnly?: boolean | undefined
  /** The browser stops typing and cuts pasted text at this limit; do not set the limit where text must not be lost. */
  maxLength?: number | undefined
  /** An icon at the start; decorative. */
  icon?: ReactNode
  /** Text inside the box before and after the value, such as a currency. */
  prefix?: ReactNode
  suffix?: ReactNode
  /** Shows a button that empties a filled field; Esc does not empty it. */
  onClear?: (() => void) | undefined
  /** Right-aligned tabular figures: money, counts. */
  isNumeric?: boolean | undefined
  /** Default `medium` (36 px); `small` is 32 px. */
  size?: 'small' | 'medium' | undefined
  id?: string | undefined
  ref?: Ref<HTMLInputElement> | undefined
}

/** Shows a text box of one line. */
export function TextField(props: TextFieldProps) {
  const { label, isRequired = false, isDisabled = false, disabledReason, errorMessage, size = 'medium' } = props
  const isExplained = Boolean(disabledReason)
  return (
    <AriaTextField
      {...withoutUndefinedProps({
        value: props.value,
        defaultValue: props.defaultValue,
        onChange: props.onChange,
        onBlur: props.onBlur,
        type: props.type,
        inputMode: props.inputMode,
        name: props.name,
        autoComplete: props.autoComplete ?? 'off',
        autoFocus: props.autoFocus,
        maxLength: props.maxLength,
        id: props.id,
      })}
      isRequired={isRequired}
      isDisabled={isDisabled && !isExplained}
      isReadOnly={props.isReadOnly === true || isExplained}
      isInvalid={Boolean(errorMessage)}
      validationBehavior="aria"
      className={classNames('w-field', isExplained && 'w-field--explained', props.className)}
    >
      <FieldLabel label={label} isRequired={isRequired} isLabelHidden={props.isLabelHidden} />
      <Group className={classNames('w-control', size === 'small' && 'w-control--small')} role="presentation">
        {props.icon}
        {props.prefix ? <span className="w-control__affix">{props.prefix}</span> : null}
        <Input
          className={classNames('w-control__input', props.isNumeric && 'w-text-field__numeric')}
          {...withoutUndefinedProps({
            placeholder: props.placeholder,
            onKeyDown: props.onKeyDown,
            onPaste: props.onPaste,
            ref: props.ref,
            'aria-disabled': isExplained ? true : undefined,
          })}
        />
        {props.suffix ? <span className="w-control__affix">{props.suffix}</span> : null}
        {props.onClear && props.value && !isExplained ? (
          <IconButton
            label={controlWords.clear(label)}
            icon={<X aria-hidden="true" />}
            size="micro"
            className="w-text-field__clear"
            onPress={props.onClear}
          />
        ) : null}
      </Group>
      <FieldNotes description={props.description} errorMessage={errorMessage} disabledReason={disabledReason} />
    </AriaTextField>
  )
}
