import { type ReactNode, type Ref, useId } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { classNames } from './class-names.ts'
import { useControlWords } from './control-words-context.ts'
import { withoutUndefinedProps } from './defined.ts'
import { Spinner } from './spinner.tsx'
import { Tooltip } from './tooltip.tsx'
import './button.css'

/**
 * The six sizes of the booking spec, "Shared widgets". Heights: micro 24, xsmall 28, small 32, medium and selectheight
 * 36 (as a select), large 44 px.
 */
export type ButtonSize = 'xsmall' | 'micro' | 'selectheight' | 'small' | 'medium' | 'large'

/**
 * `primary` (teal) is the main action, `secondary` (coral tint) a notable one beside it, `outline` any other, `plain`
 * for toolbars. A button with `aria-pressed` is `outline` or `plain`, because teal shows what is chosen.
 */
export type ButtonVariant = 'primary' | 'secondary' | 'outline' | 'plain'

export type ButtonProps = {
  children?: ReactNode
  onPress?: (() => void) | undefined
  /** Default `outline`. */
  variant?: ButtonVariant | undefined
  /** Default `medium`. */
  size?: ButtonSize | undefined
  /** `danger` for an action that removes or cancels. Default `neutral`. */
  tone?: 'neutral' | 'danger' | undefined
  /** Default `button`. */
  type?: 'button' | 'submit' | 'reset' | undefined
  /** An icon before the words; decorative. */
  icon?: ReactNode
  /** An icon after the words; decorative. */
  iconAfter?: ReactNode
  /**
   * True while the action runs: presses do nothing, the focus stays. After 150 ms a spinner replaces the icon, or the
   * words if there is no icon.
   */
  isPending?: boolean | undefined
  /** Disables the button without a reason. Prefer `disabledReason`. */
  isDisabled?: boolean | undefined
  /**
   * Disables the button and shows the reason on hover, on focus and to a screen reader; the button stays in the tab
   * order.
   */
  disabledReason?: string | null | undefined
  /** A short description on hover and focus. */
  tooltip?: ReactNode
  /** Takes the width of its container. */
  isFullWidth?: boolean | undefined
  /** The name for screen readers when the visible words are not enough. */
  'aria-label'?: string | undefined
  'aria-describedby'?: string | undefined
  'aria-pressed'?: boolean | undefined
  /** Whether the content that the button opens and closes is shown; with `aria-controls`. */
  'aria-expanded'?: boolean | undefined
  'aria-controls'?: string | undefined
  /** For example `Control+K`. Screen readers announce the shortcut; the button does not react to it. */
  'aria-keyshortcuts'?: string | undefined
  id?: string | undefined
  /** The id of the form that the button submits, for a button outside that form. */
  form?: string | undefined
  autoFocus?: boolean | undefined
  /**
   * Keeps the button out of the tab order. Use it only if the field beside the button offers the same action by
   * keyboard.
   */
  excludeFromTabOrder?: boolean | undefined
  /** React Aria slot, such as `close` inside a dialog; null to ignore the slots of the surrounding component. */
  slot?: string | null | undefined
  className?: string | undefined
  ref?: Ref<HTMLButtonElement> | undefined
}

/** Shows a button. The prop types describe its sizes, variants and states. */
export function Button(props: ButtonProps) {
  const { children, variant = 'outline', size = 'medium', tone = 'neutral', icon, iconAfter, isFullWidth } = props
  const reasonId = useId()
  const reason = props.disabledReason ?? undefined
  const isPending = props.isPending === true
  const words = useControlWords()
  const shortcuts = props['aria-keyshortcuts']
  const button = (
    <AriaButton
      {...withoutUndefinedProps({
        onPress: props.onPress,
        type: props.type,
        id: props.id,
        form: props.form,
        autoFocus: props.autoFocus,
        excludeFromTabOrder: props.excludeFromTabOrder,
        slot: props.slot,
        ref: props.ref,
        'aria-label': props['aria-label'],
        'aria-pressed': props['aria-pressed'],
        'aria-expanded': props['aria-expanded'],
        'aria-controls': props['aria-controls'],
        'aria-describedby': classNames(props['aria-describedby'], reason && reasonId) || undefined,
      })}
      // React Aria passes on only the ARIA attributes that it uses itself.
      render={(attributes) => <button {...attributes} aria-keyshortcuts={shortcuts} />}
      isDisabled={props.isDisabled === true && !reason}
      // React Aria's pending state ignores every press, including one by a menu trigger or a form, keeps focus and
      // hover, and sets aria-disabled. A button with a reason needs exactly this.
      isPending={isPending || reason !== undefined}
      className={classNames(
        'w-button',
        `w-button--${variant}`,
        `w-button--${size}`,
        tone === 'danger' && 'w-button--danger',
        isFullWidth && 'w-button--full-width',
        isPending && (icon ? 'w-button--pending' : 'w-button--pending w-button--covered'),
        reason !== undefined && 'w-button--explained',
        !children && 'w-button--icon-only',
        props.className,
      )}
    >
      {icon ? (
        <span className="w-button__icon">{isPending ? <Spinner size="small" label={words.working} /> : icon}</span>
      ) : null}
      {children ? <span className="w-button__words">{children}</span> : null}
      {iconAfter ? <span className="w-button__icon">{iconAfter}</span> : null}
      {isPending && !icon ? (
        <span className="w-button__spinner">
          <Spinner size="small" label={words.working} />
        </span>
      ) : null}
    </AriaButton>
  )
  const tip = reason ?? props.tooltip
  // With `disabledReason`, even null, the button is always in a Tooltip, so that React keeps the button's element when
  // the reason changes. A new element would lose the focus and the tooltip.
  if (!tip && props.disabledReason === undefined) return button
  return (
    <>
      <Tooltip content={tip || null} delayMs={reason ? 150 : 500}>
        {button}
      </Tooltip>
      {reason ? (
        <span hidden id={reasonId}>
          {reason}
        </span>
      ) : null}
    </>
  )
}
