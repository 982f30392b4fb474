import type { ReactNode } from 'react'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type ConfirmDialogProps = {
  isOpen: boolean
  title: string
  /** What will happen: consequences before commit. */
  children: ReactNode
  /** The full words of the deed, for example "Cancel Ana Silva's scan on Tue 24 Nov". Never "OK". */
  confirmLabel: string
  /** Default "Go back". */
  cancelLabel?: string | undefined
  onConfirm: () => void
  onClose: () => void
  /** `danger` puts first focus on going back, so that Enter does not do the deed. Default `neutral`. */
  tone?: 'neutral' | 'danger' | undefined
  /** True while the deed is under way; it cannot be closed then. */
  isPending?: boolean | undefined
  /** Disables confirming and says why. */
  disabledReason?: string | null | undefined
  /** What went wrong and what to do, after a failed try. */
  errorMessage?: ReactNode
}

/** Asks before something is committed; the confirming button says the whole deed. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { tone = 'neutral', isPending = false } = props
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={props.title}
      width="narrow"
      role="alertdialog"
      isDismissable={!isPending}
      footer={
        <>
          <Button onPress={props.onClose} isDisabled={isPending} autoFocus={tone === 'danger'}>
            {props.cancelLabel ?? 'Go back'}
          </Button>
          <Button
            variant="primary"
            tone={tone}
            onPress={props.onConfirm}
            isPending={isPending}
            disabledReason={props.disabledReason}
            autoFocus={tone !== 'danger'}
          >
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      {props.children}
      {props.errorMessage ? (
        <Banner tone="error" title="That did not work">
          {props.errorMessage}
        </Banner>
      ) : null}
    </Dialog>
  )
}
