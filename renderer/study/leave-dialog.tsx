import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { Dialog } from '../kit/controls/dialog.tsx'
import type { Submission } from '../kit/loadable.ts'

type Props = {
  readonly isOpen: boolean
  /** Defaults to the title for answers. */
  readonly title?: string
  /** The progress of discarding. While it runs, the user can choose nothing else. */
  readonly discarding: Submission
  readonly onStay: () => void
  readonly onLeave: (unsaved: 'keep' | 'discard') => void
}

/** Asks whether to keep or discard unsaved changes when a form is closed. */
export function LeaveDialog({ isOpen, title = 'Some answers are not saved', discarding, onStay, onLeave }: Props) {
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
        <>
          <Button onPress={onStay} isDisabled={isPending}>
            Go on
          </Button>
          <Button tone="danger" onPress={() => onLeave('discard')} isPending={isPending}>
            Discard
          </Button>
          <Button variant="primary" autoFocus onPress={() => onLeave('keep')} isDisabled={isPending}>
            Keep draft
          </Button>
        </>
      }
    >
      <p>
        A draft stays until you save or discard it. Other desks see the safety answers of a draft and can go on from
        them; Discard removes them for every desk. The study keeps what was saved last.
      </p>
      {discarding.kind === 'failed' ? (
        <Banner tone="error" title="Nothing was discarded">
          {discarding.failure.message}
        </Banner>
      ) : null}
    </Dialog>
  )
}
