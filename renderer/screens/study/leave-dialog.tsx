import { Button } from '../../widgets/button.tsx'
import { Dialog } from '../../widgets/dialog.tsx'

type Props = {
  readonly isOpen: boolean
  readonly onStay: () => void
  readonly onLeave: (unsaved: 'keep' | 'discard') => void
}

/** Asks what becomes of answers that are not saved when the form is closed. */
export function LeaveDialog({ isOpen, onStay, onLeave }: Props) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onStay}
      title="Some answers are not saved"
      width="narrow"
      role="alertdialog"
      footer={
        <>
          <Button onPress={onStay}>Go on answering</Button>
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
        A draft stays on this workstation, for you alone, until you save or discard it. The study keeps the answers that
        were saved last.
      </p>
    </Dialog>
  )
}
