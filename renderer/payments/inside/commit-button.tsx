import type { ReactNode } from 'react'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { paymentPanelWords } from './payment-panel-words.ts'
import type { Commit } from './payment-state.ts'

const words = paymentPanelWords.commit

type Props = {
  readonly commit: Commit
  /** What the commit records, as the notice about a missing response names it. */
  readonly what?: keyof typeof words.what
  /** The full action: what, how much, for whom. */
  readonly children: ReactNode
  /** Why the button is disabled; also shown below it. */
  readonly reason: string | null
  readonly onPress: () => void
  readonly tone?: 'neutral' | 'danger'
  readonly variant?: 'primary' | 'outline'
}

/** Shows the button of a commit. If no answer came, a notice explains how the user can find out the result. */
export function CommitButton(props: Props) {
  const { commit, what = 'payment', children, reason, onPress, tone = 'neutral', variant = 'primary' } = props
  const isUnknown = commit === 'unknown'
  return (
    <div className="pp-commit">
      {isUnknown ? (
        <Banner tone="warning" title={words.unknown(words.what[what])}>
          {words.unknownDetail}
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
          {isUnknown ? words.askAgain : ''}
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
