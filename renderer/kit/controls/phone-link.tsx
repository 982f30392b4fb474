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
 * Shows a link that calls or texts with the program that this computer has for it. As an address of another window it
 * passes the desktop program's guard of outside addresses, which lets a page of ours open a number and nothing else.
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
