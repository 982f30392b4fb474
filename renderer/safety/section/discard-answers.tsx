import { useState } from 'react'
import { useStore } from 'zustand'
import { fullName } from '#domain/members/member.ts'
import { Button } from '../../kit/controls/button.tsx'
import { ConfirmDialog } from '../../kit/controls/confirm-dialog.tsx'
import { controlWords } from '../../kit/controls/control-words.ts'
import { describeIdentity } from '../../kit/describe-identity.ts'
import type { SafetyPartProps } from './safety-part-props.ts'
import { safetySectionWords } from './safety-section-words.ts'

const { discard: words } = safetySectionWords

type Props = Pick<SafetyPartProps, 'safety' | 'view'>

/** Asks for confirmation before unsaved answers are discarded: they disappear on every workstation. */
export function DiscardAnswers({ safety, view }: Props) {
  const [isAsking, setIsAsking] = useState(false)
  const discarding = useStore(safety, (state) => state.discarding)
  const { member, study, record } = view
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
        {words.open}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={words.title}
        who={describeIdentity(member, controlWords.studyOf(study.studyID))}
        confirmLabel={words.confirm}
        confirmName={words.confirmFor(fullName(member))}
        tone="danger"
        isPending={discarding.kind === 'pending'}
        errorMessage={discarding.kind === 'failed' ? discarding.failure.message : null}
        onConfirm={() => void discard()}
        onClose={close}
      >
        <p>
          {record.draft === null ? '' : `${words.shared} `}
          {record.version === 0 ? words.nothingSaved : words.savedStay}
        </p>
      </ConfirmDialog>
    </>
  )
}
