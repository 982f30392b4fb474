import type { ReactNode } from 'react'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import type { Commit } from './payment-state.ts'

type Props = {
  readonly commit: Commit
  /** The whole deed: what, how much, for whom. */
  readonly children: ReactNode
  /** Why it cannot be pressed; said below the button too. */
  readonly reason: string | null
  readonly onPress: () => void
  readonly tone?: 'neutral' | 'danger'
  readonly variant?: 'primary' | 'outline'
}

/** The words of the deed with its button; where no answer came, what that means and how to find out. */
export function CommitButton({ commit, children, reason, onPress, tone = 'neutral', variant = 'primary' }: Props) {
  const isUnknown = commit === 'unknown'
  return (
    <div className="pp-commit">
      {isUnknown ? (
        <Banner tone="warning" title="No answer came: it may be recorded or not">
          Ask again; it is never recorded twice. Until then the form stays as it was sent.
        </Banner>
      ) : null}
      <Button
        variant={variant}
        tone={tone}
        isFullWidth
        className="pp-commit__button"
        isPending={commit === 'pending'}
        disabledReason={isUnknown ? null : reason}
        onPress={onPress}
      >
        <span>
          {isUnknown ? 'Ask again: ' : ''}
          {children}
        </span>
      </Button>
      {isUnknown || reason === null ? null : (
        <p className="pp-reason" aria-hidden="true">
          {reason}
        </p>
      )}
    </div>
  )
}
