import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import './badge.css'

/**
 * The meaning of a badge (kit/README.md). `success`: done or paid. `warning`: needs attention, but blocks nothing.
 * `danger`: blocks or failed. `info`: information, or a state in progress. `neutral`: past, cancelled or no state.
 */
export type BadgeTone = 'neutral' | 'info' | 'success' | 'warning' | 'danger'

type BadgeProps = {
  children: ReactNode
  /** Default `neutral`. The words carry the meaning; the tone only repeats it. */
  tone?: BadgeTone | undefined
  /** A lucide icon element; decorative. */
  icon?: ReactNode
  className?: string | undefined
}

/** Shows a state, a kind or a count as a badge. */
export function Badge({ children, tone = 'neutral', icon, className }: BadgeProps) {
  return (
    <span className={classNames('w-badge', `w-badge--${tone}`, className)}>
      {icon}
      {children}
    </span>
  )
}
