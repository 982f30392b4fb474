import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useContext, useEffect } from 'react'
import {
  ComboBox as AriaComboBox,
  Button,
  ComboBoxStateContext,
  Group,
  I18nProvider,
  Input,
  Popover,
  useFilter,
} from 'react-aria-components'
import { classNames } from './class-names.ts'
import { withoutUndefinedProps } from './defined.ts'
import { FieldLabel, FieldNotes, type FieldProps } from './field.tsx'
import { OptionList, type SelectOption } from './options.tsx'
import './open-button.css'
import './combo-box.css'

type ComboBoxProps = FieldProps & {
  options: readonly SelectOption[]
  /** The value of the chosen option, or null for none. */
  value: string | null
  /** Null when the user empties the text. */
  onChange: (value: string | null) => void
  onBlur?: (() => void) | undefined
  /** With `onInputChange` the caller does the search: `options` are then shown unfiltered. */
  inputValue?: string | undefined
  onInputChange?: ((text: string) => void) | undefined
  /** Accepts any text; the options only suggest. `inputValue` and `onInputChange` then have the text. */
  isFree?: boolean | undefined
  placeholder?: string | undefined
  /** Returns whether a label matches the typed text. Default: the label contains it. */
  matches?: ((label: string, typed: string) => boolean) | undefined
  /** The option that is focused when the list opens while no option is chosen and no text is typed. */
  openAt?: string | null | undefined
  /** Shown when nothing matches. Default "No matches". */
  emptyText?: string | undefined
  name?: string | undefined
  autoFocus?: boolean | undefined
  /** An icon at the start; decorative. */
  icon?: ReactNode
  size?: 'small' | 'medium' | undefined
  /** The language of the control's own texts for screen readers; that of the workstation by default. */
  locale?: string | undefined
}

/** Selects the whole label on a click, so that the next typed text replaces it. */
const selectWholeLabel = (event: PointerEvent<HTMLInputElement>, chosenLabel: string | undefined): void => {
  const input = event.currentTarget
  if (input.value === chosenLabel && input.selectionStart === input.selectionEnd) input.select()
}

/**
 * Shows a choice from a long list, searched by any part of a label without regard to accents and case. Enter chooses
 * the only option that starts with the typed text or, if none starts with it, the only one that matches. No arrow key
 * is needed first.
 */
export function ComboBox(props: ComboBoxProps) {
  const { label, isRequired = false, disabledReason, errorMessage, size = 'medium' } = props
  const { contains, startsWith } = useFilter({ sensitivity: 'base' })
  const isExplained = Boolean(disabledReason)
  const matches = props.matches ?? contains
  const isSearchedElsewhere = props.onInputChange !== undefined
  const text = props.options.find(({ value }) => value === props.value)?.label

  const takeOnlyMatch = (event: KeyboardEvent<HTMLInputElement>): void => {
    const input = event.currentTarget
    if (event.key !== 'Enter' || isExplained || props.isFree || input.hasAttribute('aria-activedescendant')) return
    const typed = input.value.trim()
    if (typed === '' || typed === text) return
    const starting = props.options.filter(({ label: name }) => startsWith(name, typed))
    const matching = starting.length > 0 ? starting : props.options.filter(({ label: name }) => matches(name, typed))
    const [only, second] = matching
    if (only !== undefined && second === undefined && only.isDisabled !== true) props.onChange(only.value)
  }

  const box = (
    <AriaComboBox
      {...withoutUndefinedProps({
        name: props.name,
        autoFocus: props.autoFocus,
        onBlur: props.onBlur,
        inputValue: props.inputValue,
        onInputChange: props.onInputChange,
      })}
      value={props.value}
      onChange={(key) => {
        if (!isExplained) props.onChange(key === null ? null : String(key))
      }}
      defaultFilter={isSearchedElsewhere ? () => true : matches}
      allowsEmptyCollection={props.isFree !== true}
      allowsCustomValue={props.isFree === true}
      menuTrigger="input"
      isRequired={isRequired}
      isDisabled={props.isDisabled === true && !isExplained}
      isReadOnly={isExplained}
      isInvalid={Boolean(errorMessage)}
      validationBehavior="aria"
      className={classNames('w-field', isExplained && 'w-field--explained', props.className)}
    >
      <FieldLabel label={label} isRequired={isRequired} isLabelHidden={props.isLabelHidden} />
      <Group
        className={classNames('w-control w-combo-box', size === 'small' && 'w-control--small')}
        role="presentation"
      >
        {props.icon}
        <Input
          className="w-control__input"
          {...withoutUndefinedProps({
            placeholder: props.placeholder,
            title: text,
            'aria-disabled': isExplained ? true : undefined,
          })}
          onPointerUp={(event) => selectWholeLabel(event, text)}
          onKeyDown={takeOnlyMatch}
        />
        <Button className="w-combo-box__open">
          <ChevronDown aria-hidden="true" size={16} />
        </Button>
      </Group>
      <FieldNotes description={props.description} errorMessage={errorMessage} disabledReason={disabledReason} />
      <Popover className="w-popover w-options-popover" offset={4}>
        {props.openAt == null || props.value !== null ? null : <OpenAt value={props.openAt} />}
        <OptionList options={props.options} emptyText={props.emptyText} />
      </Popover>
    </AriaComboBox>
  )
  return props.locale === undefined ? box : <I18nProvider locale={props.locale}>{box}</I18nProvider>
}

/** Focuses an option when the list opens with an empty text; arrow keys then move from that option. */
function OpenAt({ value }: { readonly value: string }) {
  const state = useContext(ComboBoxStateContext)
  const isWhole = state?.isOpen === true && state.inputValue === ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the list opens
  useEffect(() => {
    if (!isWhole) return
    // Waits for the next frame, because before it React Aria focuses the first or last option of the list.
    const frame = requestAnimationFrame(() => state.selectionManager.setFocusedKey(value))
    return () => cancelAnimationFrame(frame)
  }, [isWhole])
  return null
}
