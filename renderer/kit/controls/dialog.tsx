import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { classNames } from './class-names.ts'
import { useControlWords } from './control-words-context.ts'
import { IconButton } from './icon-button.tsx'
import './dialog.css'

type DialogProps = {
  isOpen: boolean
  /** Called by Esc and the close button; the screen must then set `isOpen` to false. */
  onClose: () => void
  title: string
  /** A quieter line below the title: the person or thing that the dialog is about. */
  subtitle?: ReactNode
  children: ReactNode
  /** The buttons at the foot; the confirming one comes last. */
  footer?: ReactNode
  /**
   * `standard` 760 px (booking spec, section 9), `narrow` 480 px for questions, `wide` 1180 px for a form beside the
   * document that it is about. Default `standard`.
   */
  width?: 'standard' | 'narrow' | 'wide' | undefined
  /** If false, Esc does nothing and there is no close button: only the footer closes it. Default true. */
  isDismissable?: boolean | undefined
  /** `alertdialog` for a question that interrupts. Default `dialog`. */
  role?: 'dialog' | 'alertdialog' | undefined
}

/**
 * Shows a modal dialog. The focus moves into the dialog and stays there; when the dialog closes, the focus returns to
 * its earlier place. A click outside does not close the dialog, because a slip of the mouse would lose the typed text.
 */
export function Dialog(props: DialogProps) {
  const { isOpen, onClose, title, width = 'standard', isDismissable = true } = props
  const words = useControlWords()
  return (
    <ModalOverlay
      className="w-dialog-scrim"
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      isDismissable={false}
      isKeyboardDismissDisabled={!isDismissable}
    >
      <Modal className={classNames('w-dialog-frame', `w-dialog-frame--${width}`)}>
        <AriaDialog className="w-dialog" role={props.role ?? 'dialog'}>
          <header className="w-dialog__head">
            <div className="w-dialog__titles">
              <Heading slot="title" level={2} className="w-dialog__title">
                {title}
              </Heading>
              {props.subtitle ? <div className="w-dialog__subtitle">{props.subtitle}</div> : null}
            </div>
            {isDismissable ? (
              <IconButton label={words.close} icon={<X aria-hidden="true" />} size="small" onPress={onClose} />
            ) : null}
          </header>
          <div className="w-dialog__body">{props.children}</div>
          {props.footer ? <footer className="w-dialog__foot">{props.footer}</footer> : null}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
