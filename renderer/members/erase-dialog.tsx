import { useState } from 'react'
import { type EarlyErasure, type ErasureBasis, erasureBases, erasureReasonMaxLength } from '#domain/members/erasure.ts'
import { fullName } from '#domain/members/member.ts'
import { foldText } from '#domain/values/plain-text.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { CommitBar } from '../kit/controls/commit-bar.tsx'
import { Dialog } from '../kit/controls/dialog.tsx'
import { SelectField } from '../kit/controls/select-field.tsx'
import { TextArea } from '../kit/controls/text-area.tsx'
import { TextField } from '../kit/controls/text-field.tsx'
import { describeIdentity } from '../kit/describe-identity.ts'
import { dataDutiesWords } from './data-duties-words.ts'
import type { DutyDialogProps } from './hold-dialogs.tsx'

const words = dataDutiesWords.erasure

type Props = DutyDialogProps & {
  /** Whether the period of the medical records is not over. */
  readonly needsBasis: boolean
  readonly onErase: (early: EarlyErasure | null) => void
}

/** Asks for the confirmation of an erasure, and for its legal basis if the records must still be kept. */
export function EraseDialog({ member, failure, isPending, offlineReason, needsBasis, onErase, onClose }: Props) {
  const [typed, setTyped] = useState('')
  const [basis, setBasis] = useState<ErasureBasis | null>(null)
  const [reason, setReason] = useState('')
  const name = fullName(member)
  const text = reason.trim()
  const hasBasis = basis !== null && text !== '' && text.length <= erasureReasonMaxLength
  const whyNot =
    needsBasis && !hasBasis ? words.basisMissing : foldText(typed) === foldText(name) ? null : words.confirmMissing
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={words.dialogTitle}
      role="alertdialog"
      isDismissable={!isPending}
      footer={
        <CommitBar who={describeIdentity(member, member.patientID)}>
          <Button isDisabled={isPending} autoFocus onPress={onClose}>
            {dataDutiesWords.cancel}
          </Button>
          <Button
            variant="primary"
            tone="danger"
            isPending={isPending}
            disabledReason={offlineReason ?? whyNot}
            onPress={() => onErase(needsBasis && basis !== null ? { basis, reason: text } : null)}
          >
            {words.act}
          </Button>
        </CommitBar>
      }
    >
      <div className="s-duties__form">
        <p>{words.text}</p>
        <p className="s-duties__quiet">{words.memos}</p>
        {needsBasis ? (
          <>
            <Banner tone="warning" title={words.early} />
            <SelectField
              label={words.basis}
              options={erasureBases.map((one) => ({ value: one, label: words.bases[one] }))}
              value={basis}
              onChange={(value) => setBasis(erasureBases.find((one) => one === value) ?? null)}
              isRequired
            />
            <TextArea
              label={words.reason}
              description={words.reasonHint}
              value={reason}
              onChange={setReason}
              maxLength={erasureReasonMaxLength}
              isRequired
            />
          </>
        ) : null}
        <TextField label={words.confirmName(name)} value={typed} onChange={setTyped} isRequired />
        {failure === null ? null : (
          <Banner tone="error" title={words.failed}>
            {failure}
          </Banner>
        )}
      </div>
    </Dialog>
  )
}
