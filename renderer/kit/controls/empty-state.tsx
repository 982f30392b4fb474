import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import './empty-state.css'

type EmptyStateProps = {
  /** A lucide icon element; decorative. */
  icon?: ReactNode
  /** The title, for example "No bookings on this day". */
  title: string
  children?: ReactNode
  /** A button for the next step. */
  action?: ReactNode
  /** `compact` is one line at the start of a table or a panel, for what is often empty. Default `medium`. */
  size?: 'compact' | 'small' | 'medium' | undefined
}

/** Replaces an empty list: explains why it is empty and offers the next step. */
export function EmptyState({ icon, title, children, action, size = 'medium' }: EmptyStateProps) {
  return (
    <div className={classNames('w-empty-state', size !== 'medium' && `w-empty-state--${size}`)}>
      {icon ? <div className="w-empty-state__icon">{icon}</div> : null}
      <p className="w-empty-state__title">{title}</p>
      {children ? <div className="w-empty-state__text">{children}</div> : null}
      {action ? <div className="w-empty-state__action">{action}</div> : null}
    </div>
  )
}
