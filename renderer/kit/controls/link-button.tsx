import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-aria-components'
import type { ButtonSize, ButtonVariant } from './button.tsx'
import { classNames } from './class-names.ts'
import { controlWords } from './control-words.ts'
import { withoutUndefinedProps } from './defined.ts'
import { VisuallyHidden } from './visually-hidden.tsx'
import './button.css'
import './link-button.css'

type LinkButtonProps = {
  children: ReactNode
  href: string
  onPress?: (() => void) | undefined
  /** The look of a button, or `text` for a link in running text. Default `outline`. */
  variant?: ButtonVariant | 'text' | undefined
  size?: ButtonSize | undefined
  icon?: ReactNode
  /**
   * Opens a new window outside the app and announces this to screen readers. The opened page gets no opener or
   * referrer.
   */
  isExternal?: boolean | undefined
  /** Marks the current page. */
  isCurrent?: boolean | undefined
  'aria-label'?: string | undefined
  className?: string | undefined
}

/**
 * Shows a link, by default with the look of a button. It navigates through React Aria's RouterProvider if the app has
 * one.
 */
export function LinkButton(props: LinkButtonProps) {
  const { children, variant = 'outline', size = 'medium', icon, isExternal = false } = props
  return (
    <Link
      href={props.href}
      {...withoutUndefinedProps({ onPress: props.onPress, 'aria-label': props['aria-label'] })}
      {...(isExternal ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
      {...(props.isCurrent ? { 'aria-current': 'page' as const } : {})}
      className={classNames(
        variant === 'text' ? 'w-link-button--text' : `w-button w-button--${variant} w-button--${size}`,
        props.className,
      )}
    >
      {icon ? <span className="w-button__icon">{icon}</span> : null}
      <span>{children}</span>
      {isExternal ? (
        <span className="w-button__icon">
          <ExternalLink aria-hidden="true" />
          <VisuallyHidden>{controlWords.opensNewWindow}</VisuallyHidden>
        </span>
      ) : null}
    </Link>
  )
}
