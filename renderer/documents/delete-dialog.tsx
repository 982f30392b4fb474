import type { StudyDocument } from '#domain/documents/document.ts'
import { ConfirmDialog } from '../kit/controls/confirm-dialog.tsx'

type Props = {
  readonly label: string
  /** Full name and birth date. */
  readonly who: string
  /** The versions when the user asked; empty where none is left by now. */
  readonly versions: readonly StudyDocument[]
  readonly isPending: boolean
  readonly disabledReason: string | null
  /** The failure of the last try, in words. */
  readonly errorMessage: string | null
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks before it deletes every version of a type. */
export function DeleteDialog({ label, who, versions, disabledReason, ...rest }: Props) {
  const published = versions.filter(({ status }) => status === 'PUBLISHED').length
  return (
    <ConfirmDialog
      isOpen
      title={`Delete ${label}?`}
      confirmLabel={`Delete ${label} of ${who}`}
      tone="danger"
      disabledReason={versions.length === 0 ? 'Nothing is left to delete.' : disabledReason}
      {...rest}
    >
      <p>
        <strong>{who}</strong>
      </p>
      <p>
        {versions.length === 0
          ? 'Another desk deleted it meanwhile'
          : versions.length === 1
            ? 'The one version goes'
            : `All ${versions.length} versions go`}
        {published === 0 ? '' : published === 1 ? ', one of them published' : `, ${published} of them published`}. What
        was sent already stays with whom it was sent to.
      </p>
    </ConfirmDialog>
  )
}
