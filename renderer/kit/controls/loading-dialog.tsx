import { CircleAlert } from 'lucide-react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { Button } from './button.tsx'
import { controlWords } from './control-words.ts'
import { Spinner } from './spinner.tsx'
import './dialog.css'
import './loading-dialog.css'

type LoadingDialogProps = {
  isOpen: boolean
  /** The current work, for example "Booking the appointment". Its words decide whether the dialog can be closed. */
  text: string
  onClose: () => void
}

/**
 * Returns whether a loading text reports a failure, so that the modal can be closed (booking spec, "Shared widgets").
 * @internal Tests check its cases directly.
 */
export function isClosableLoadingText(text: string): boolean {
  return /error|fail|missing/i.test(text)
}

/**
 * Shows a modal during a wait. The user can close the modal while `text` contains “error”, “fail” or “missing” (booking
 * spec §2).
 */
export function LoadingDialog({ isOpen, text, onClose }: LoadingDialogProps) {
  const isClosable = isClosableLoadingText(text)
  return (
    <ModalOverlay
      className="w-dialog-scrim"
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      isDismissable={false}
      isKeyboardDismissDisabled={!isClosable}
    >
      <Modal className="w-dialog-frame w-dialog-frame--narrow">
        <AriaDialog className="w-dialog w-loading-dialog" role="alertdialog">
          {isClosable ? (
            <CircleAlert className="w-loading-dialog__failed" aria-hidden="true" size={40} />
          ) : (
            <Spinner size="large" label={text} />
          )}
          <Heading slot="title" level={2} className="w-loading-dialog__text" aria-live="polite">
            {text}
          </Heading>
          {isClosable ? (
            <Button onPress={onClose} autoFocus>
              {controlWords.close}
            </Button>
          ) : null}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
