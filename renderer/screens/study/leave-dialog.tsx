import { Button } from '../../widgets/button.tsx'
import { Dialog } from '../../widgets/dialog.tsx'

type Props = {
  readonly isOpen: boolean
  /** Default that of the answers. */
  readonly title?: string
  readonly onStay: () => void
  readonly onLeave: (unsaved: 'keep' | 'discard') => void
}

/** Asks what becomes of what is not saved when a form is closed. */
export function LeaveDialog({ isOpen, title = 'Some answers are not saved', onStay, onLeave }: Props) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onStay}
      title={title}
      width="narrow"
      role="alertdialog"
      footer={
        <>
          <Button onPress={onStay}>Go on</Button>
          <Button tone="danger" onPress={() => onLeave('discard')}>
            Discard
          </Button>
          <Button variant="primary" autoFocus onPress={() => onLeave('keep')}>
            Keep draft
          </Button>
        </>
      }
    >
      <p>
        A draft stays on this workstation, for you alone, until you save or discard it. The study keeps what was saved
        last.
      </p>
    </Dialog>
  )
}
