import type { PaymentView } from '#contract/payments/bridge.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { CommitBar } from '../../kit/controls/commit-bar.tsx'
import { identityOf, nameAct } from './commit-identity.ts'
import { paymentPanelWords } from './payment-panel-words.ts'
import type { Commit } from './payment-state.ts'

const words = paymentPanelWords.commit

/** A button that moves money. */
export type CommitAct = {
  readonly commit: Commit
  /** The visible words: a verb with its object. Screen readers also announce the member. */
  readonly act: string
  readonly onPress: () => void
}

type Props = CommitAct & {
  /** The kind of entry that the commit records, as named in the notice about a missing response. */
  readonly what?: keyof typeof words.what
  /** A second button for another way to pay, shown before this button; null for none. */
  readonly other?: CommitAct | null
  /** The study whose member the line above the button names; null while a press cannot change the study. */
  readonly view: Pick<PaymentView, 'member' | 'study' | 'location'> | null
  /** Why the button is disabled; also shown below it. */
  readonly reason: string | null
  readonly tone?: 'neutral' | 'danger'
  readonly variant?: 'primary' | 'outline'
}

/**
 * Shows the button of a commit below the line that names the member. If no answer came, a notice explains how the user
 * can find out the result.
 */
export function CommitButton(props: Props) {
  const { commit, what = 'payment', other = null, view, reason, onPress, tone = 'neutral', variant = 'primary' } = props
  const isUnknown = commit === 'unknown'
  const act = (isUnknown ? words.askAgain : '') + props.act
  const button = (
    <Button
      variant={variant}
      tone={tone}
      className="pp-commit__button"
      isPending={commit === 'pending'}
      disabledReason={isUnknown ? null : reason}
      aria-label={view === null ? undefined : nameAct(act, view.member)}
      onPress={onPress}
    >
      {act}
    </Button>
  )
  return (
    <div className="pp-commit">
      {isUnknown ? (
        <Banner tone="warning" title={words.unknown(words.what[what])}>
          {words.unknownDetail}
        </Banner>
      ) : null}
      {view === null ? (
        button
      ) : (
        <CommitBar who={identityOf(view)}>
          {other === null ? null : (
            <Button
              className="pp-commit__button"
              isPending={other.commit === 'pending'}
              aria-label={nameAct(other.act, view.member)}
              onPress={other.onPress}
            >
              {other.act}
            </Button>
          )}
          {button}
        </CommitBar>
      )}
      {isUnknown || reason === null ? null : (
        <p className="pp-reason" aria-hidden="true">
          {reason}
        </p>
      )}
    </div>
  )
}
