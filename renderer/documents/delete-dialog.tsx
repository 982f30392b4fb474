import type { StudyDocument } from '#domain/documents/document.ts'
import { ConfirmDialog } from '../kit/controls/confirm-dialog.tsx'
import { documentWords } from './document-words.ts'

const words = documentWords.delete

type Props = {
  readonly label: string
  /** Full name and birth date, for the name of the button. */
  readonly who: string
  /** The line above the buttons, which names the member and the study. */
  readonly identity: string
  /** The versions when the dialog opened or at the last failed try. Empty if another workstation deleted them all. */
  readonly versions: readonly StudyDocument[]
  readonly isPending: boolean
  readonly disabledReason: string | null
  /** The failure of the last try, in words. */
  readonly errorMessage: string | null
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks for confirmation before it deletes every version of a type. */
export function DeleteDialog({ label, who, identity, versions, disabledReason, ...rest }: Props) {
  const published = versions.filter(({ status }) => status === 'PUBLISHED').length
  return (
    <ConfirmDialog
      isOpen
      title={words.title(label)}
      who={identity}
      confirmLabel={words.confirm(label)}
      confirmName={words.confirmOf(label, who)}
      tone="danger"
      disabledReason={versions.length === 0 ? words.nothingLeft : disabledReason}
      {...rest}
    >
      <p>{words.text(versions.length, published)}</p>
    </ConfirmDialog>
  )
}
