import { Button } from '../kit/controls/button.tsx'
import { CommitBar } from '../kit/controls/commit-bar.tsx'
import { controlWords } from '../kit/controls/control-words.ts'
import { describeIdentity } from '../kit/describe-identity.ts'
import type { MemberFormPurpose } from './member-form-store.ts'
import { memberFormWords as words } from './member-form-words.ts'

type Props = {
  readonly purpose: MemberFormPurpose
  /** The name as typed so far; may be empty. */
  readonly typedName: string
  readonly isSaving: boolean
  /** True if there is nothing to clear or to undo. */
  readonly isUnchanged: boolean
  /** Why saving is impossible now. */
  readonly offlineReason: string | null
  readonly onCancel: (() => void) | undefined
  readonly onClear: () => void
}

/** Shows the buttons of the member form below the member whom a save changes, or the typed name of a new one. */
export function MemberFormActs(props: Props) {
  const { purpose, onCancel } = props
  const isCreating = purpose.kind === 'create'
  const who = isCreating ? words.newMember(props.typedName) : describeIdentity(purpose.member)
  const save = isCreating ? words.create : words.save
  return (
    <CommitBar who={who}>
      <Button
        variant="plain"
        disabledReason={props.isUnchanged ? words.nothingTyped : null}
        aria-label={controlWords.commitOf(isCreating ? words.clear : words.undo, who)}
        onPress={props.onClear}
      >
        {isCreating ? words.clear : words.undo}
      </Button>
      {onCancel === undefined ? null : <Button onPress={onCancel}>{isCreating ? words.close : words.stop}</Button>}
      <Button
        type="submit"
        variant="primary"
        isPending={props.isSaving}
        disabledReason={props.offlineReason}
        aria-label={controlWords.commitOf(save, who)}
      >
        {save}
      </Button>
    </CommitBar>
  )
}
