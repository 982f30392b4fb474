import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { CommitBar } from '../kit/controls/commit-bar.tsx'
import { controlWords } from '../kit/controls/control-words.ts'
import { Dialog } from '../kit/controls/dialog.tsx'
import type { Submission } from '../kit/loadable.ts'
import { studyPartWords } from './study-words.ts'

const words = studyPartWords.leave

type Props = {
  readonly isOpen: boolean
  /** Defaults to the title for answers. */
  readonly title?: string
  /** Whose changes these are, from `describeStudyIdentity`. */
  readonly who: string
  /** The progress of discarding. While it runs, the user can choose nothing else. */
  readonly discarding: Submission
  readonly onStay: () => void
  readonly onLeave: (unsaved: 'keep' | 'discard') => void
}

/** Asks whether to keep or discard unsaved changes when a form is closed. */
export function LeaveDialog({ isOpen, title = words.answersTitle, who, discarding, onStay, onLeave }: Props) {
  const isPending = discarding.kind === 'pending'
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onStay}
      title={title}
      width="narrow"
      role="alertdialog"
      isDismissable={!isPending}
      footer={
        <CommitBar who={who}>
          <Button onPress={onStay} isDisabled={isPending}>
            {words.stay}
          </Button>
          <Button
            tone="danger"
            aria-label={controlWords.commitOf(words.discard, who)}
            onPress={() => onLeave('discard')}
            isPending={isPending}
          >
            {words.discard}
          </Button>
          <Button
            variant="primary"
            autoFocus
            aria-label={controlWords.commitOf(words.keep, who)}
            onPress={() => onLeave('keep')}
            isDisabled={isPending}
          >
            {words.keep}
          </Button>
        </CommitBar>
      }
    >
      <p>{words.note}</p>
      {discarding.kind === 'failed' ? (
        <Banner tone="error" title={words.notDiscarded}>
          {discarding.failure.message}
        </Banner>
      ) : null}
    </Dialog>
  )
}
