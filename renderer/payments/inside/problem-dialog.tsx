import { useStore } from 'zustand'
import { Button } from '../../kit/controls/button.tsx'
import { Dialog } from '../../kit/controls/dialog.tsx'
import { paymentPanelWords } from './payment-panel-words.ts'
import type { PaymentStore } from './payment-state.ts'

/**
 * Shows a message of the error catalogue in a modal (booking spec §8): its title, its sentence, and a button that goes
 * back to the form.
 */
export function ProblemDialog({ desk }: { readonly desk: PaymentStore }) {
  const problem = useStore(desk, (state) => state.problem)
  const close = (): void => desk.getState().say(null)
  return (
    <Dialog
      isOpen={problem !== null}
      onClose={close}
      title={problem?.title ?? ''}
      width="narrow"
      role="alertdialog"
      footer={
        <Button variant="primary" autoFocus onPress={close}>
          {paymentPanelWords.problem.back}
        </Button>
      }
    >
      <p>{problem?.text}</p>
    </Dialog>
  )
}
