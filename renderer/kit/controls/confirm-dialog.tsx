import type { ReactNode } from 'react'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'
import { CommitBar } from './commit-bar.tsx'
import { useControlWords } from './control-words-context.ts'
import { Dialog } from './dialog.tsx'

type ConfirmDialogProps = {
  isOpen: boolean
  title: string
  /** The consequences of the action. */
  children: ReactNode
  /** The action, a verb with its object: "Cancel scan". Never "OK". */
  confirmLabel: string
  /** The full action for screen readers, which begins with `confirmLabel`: "Cancel scan of Ana Silva, 03 Feb 1980". */
  confirmName?: string | undefined
  /** Whom the action is about, from `describeIdentity`: a bold line directly above the buttons. */
  who?: ReactNode
  /** Default "Cancel". */
  cancelLabel?: string | undefined
  onConfirm: () => void
  onClose: () => void
  /** `danger` focuses the cancel button first, so that Enter does not confirm. Default `neutral`. */
  tone?: 'neutral' | 'danger' | undefined
  /** True while the action runs; the dialog cannot be closed then. */
  isPending?: boolean | undefined
  /** Disables confirming and shows the reason. */
  disabledReason?: string | null | undefined
  /** Default `narrow`; `standard` for a question about a file that the dialog shows. */
  width?: 'standard' | 'narrow' | undefined
  /** The error after a failed try, and what to do. */
  errorMessage?: ReactNode
}

/** Asks for confirmation before an action; the line above the buttons names the person, the button the action. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { tone = 'neutral', isPending = false } = props
  const words = useControlWords()
  const buttons = (
    <>
      <Button onPress={props.onClose} isDisabled={isPending} autoFocus={tone === 'danger'}>
        {props.cancelLabel ?? words.cancel}
      </Button>
      <Button
        variant="primary"
        tone={tone}
        onPress={props.onConfirm}
        isPending={isPending}
        disabledReason={props.disabledReason}
        autoFocus={tone !== 'danger'}
        aria-label={props.confirmName}
      >
        {props.confirmLabel}
      </Button>
    </>
  )
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={props.title}
      width={props.width ?? 'narrow'}
      role="alertdialog"
      isDismissable={!isPending}
      footer={props.who ? <CommitBar who={props.who}>{buttons}</CommitBar> : buttons}
    >
      {props.children}
      {props.errorMessage ? (
        <Banner tone="error" title={words.didNotWork}>
          {props.errorMessage}
        </Banner>
      ) : null}
    </Dialog>
  )
}
