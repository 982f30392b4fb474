import { Link } from 'react-aria-components'
import { classNames } from './class-names.ts'
import { withoutUndefinedProps } from './defined.ts'
import './link-button.css'

type PhoneLinkProps = {
  /** A `tel:` or `sms:` address of `domain/members/phone-link.ts`. */
  readonly href: string
  readonly children: string
  readonly 'aria-label'?: string | undefined
  readonly className?: string | undefined
}

/**
 * Shows a link that calls or texts a number with this computer's own program. The link opens in a new window, because
 * the desktop program allows `tel:` and `sms:` addresses only in its rule for new windows.
 */
export function PhoneLink({ href, children, className, ...rest }: PhoneLinkProps) {
  return (
    <Link
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      {...withoutUndefinedProps({ 'aria-label': rest['aria-label'] })}
      className={classNames('w-link-button--text', className)}
    >
      {children}
    </Link>
  )
}
