import { type ReactNode, useId } from 'react'
import { Group } from 'react-aria-components'
import { classNames } from './class-names.ts'
import './commit-bar.css'

type CommitBarProps = {
  /**
   * Whom or what the buttons act on, from `describeIdentity` of kit/describe-identity.ts:
   * "Ana Silva · born 03 Feb 1980 · Wed 25 Nov 2026 08:00am PST". A node if a part of it changes, such as a countdown.
   */
  who: ReactNode
  /**
   * The buttons; the confirming one comes last. Each shows a short verb with its object, and its `aria-label` begins
   * with these words and names the person (WCAG 2.5.3).
   */
  children: ReactNode
  /** Where the line and the buttons are. Default `start`; at the foot of a dialog always the end. */
  align?: 'start' | 'end' | undefined
  className?: string | undefined
}

/**
 * Shows whom the buttons below act on, in bold and directly above them, so that the buttons stay short. A screen reader
 * reads the line when the focus enters the group. The line wraps and is never cut.
 */
export function CommitBar({ who, children, align = 'start', className }: CommitBarProps) {
  const whoId = useId()
  return (
    <Group
      aria-labelledby={whoId}
      className={classNames('w-commit-bar', align === 'end' && 'w-commit-bar--end', className)}
    >
      <p id={whoId} className="w-commit-bar__who">
        {who}
      </p>
      <div className="w-commit-bar__acts">{children}</div>
    </Group>
  )
}
