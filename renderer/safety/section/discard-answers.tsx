import { useState } from 'react'
import { useStore } from 'zustand'
import { fullName } from '#domain/members/member.ts'
import { formatDate } from '#domain/values/format-time.ts'
import { Button } from '../../kit/controls/button.tsx'
import { ConfirmDialog } from '../../kit/controls/confirm-dialog.tsx'
import type { SafetyPartProps } from './safety-part-props.ts'

type Props = Pick<SafetyPartProps, 'safety' | 'view'>

/** Asks for confirmation before unsaved answers are discarded: they disappear on every workstation. */
export function DiscardAnswers({ safety, view }: Props) {
  const [isAsking, setIsAsking] = useState(false)
  const discarding = useStore(safety, (state) => state.discarding)
  const { member, record } = view
  const close = (): void => {
    setIsAsking(false)
    safety.getState().resetDiscarding()
  }
  const discard = async (): Promise<void> => {
    if (await safety.getState().discardDraft()) setIsAsking(false)
  }
  return (
    <>
      <Button size="xsmall" onPress={() => setIsAsking(true)}>
        Discard
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Discard the answers that are not saved?"
        confirmLabel={`Discard the answers of ${fullName(member)}`}
        tone="danger"
        isPending={discarding.kind === 'pending'}
        errorMessage={discarding.kind === 'failed' ? discarding.failure.message : null}
        onConfirm={() => void discard()}
        onClose={close}
      >
        <p>
          {fullName(member)}, born {formatDate(member.dob)}.{' '}
          {record.draft === null ? '' : 'Other desks have these answers too, and lose them. '}
          {record.version === 0
            ? 'Nothing was saved before: every question is open again.'
            : 'The answers that were saved last stay.'}
        </p>
      </ConfirmDialog>
    </>
  )
}
