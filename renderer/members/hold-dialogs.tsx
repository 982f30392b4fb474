import { useState } from 'react'
import { holdNameMaxLength, holdReasonMaxLength, isHoldName, type LegalHold } from '#domain/members/legal-hold.ts'
import type { Member } from '#domain/members/member.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { CommitBar } from '../kit/controls/commit-bar.tsx'
import { Dialog } from '../kit/controls/dialog.tsx'
import { TextArea } from '../kit/controls/text-area.tsx'
import { TextField } from '../kit/controls/text-field.tsx'
import { describeIdentity } from '../kit/describe-identity.ts'
import { dataDutiesWords } from './data-duties-words.ts'

const words = dataDutiesWords.holds

/** The props that the dialogs of data duties share. */
export type DutyDialogProps = {
  readonly member: Member
  /** Why the last try failed, and what to do. */
  readonly failure: string | null
  readonly isPending: boolean
  readonly offlineReason: string | null
  readonly onClose: () => void
}

type FormProps = DutyDialogProps & {
  readonly title: string
  readonly text: string | null
  readonly nameLabel: string
  readonly nameHint: string | undefined
  readonly reasonLabel: string
  readonly reasonHint: string | undefined
  readonly act: string
  readonly failedTitle: string
  /** Returns why the fields cannot be sent; null if they can. */
  readonly whyNot: (typed: { readonly name: string; readonly reason: string }) => string | null
  readonly onAct: (typed: { readonly name: string; readonly reason: string }) => void
}

function HoldForm(props: FormProps) {
  const { member, failure, isPending, offlineReason, onClose, whyNot } = props
  const [name, setName] = useState('')
  const [reason, setReason] = useState('')
  const typed = { name: name.trim(), reason: reason.trim() }
  const isTooLong = typed.name.length > holdNameMaxLength || typed.reason.length > holdReasonMaxLength
  const isMissing = typed.name === '' || typed.reason === ''
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={props.title}
      width="narrow"
      isDismissable={!isPending}
      footer={
        <CommitBar who={describeIdentity(member, member.patientID)}>
          <Button isDisabled={isPending} onPress={onClose}>
            {dataDutiesWords.cancel}
          </Button>
          <Button
            variant="primary"
            isPending={isPending}
            disabledReason={offlineReason ?? (isMissing || isTooLong ? words.missing : whyNot(typed))}
            onPress={() => props.onAct(typed)}
          >
            {props.act}
          </Button>
        </CommitBar>
      }
    >
      <div className="s-duties__form">
        {props.text === null ? null : <p>{props.text}</p>}
        <TextField
          label={props.nameLabel}
          description={props.nameHint}
          value={name}
          onChange={setName}
          maxLength={holdNameMaxLength}
          isRequired
          autoFocus
        />
        <TextArea
          label={props.reasonLabel}
          description={props.reasonHint}
          value={reason}
          onChange={setReason}
          maxLength={holdReasonMaxLength}
          isRequired
        />
        {failure === null ? null : (
          <Banner tone="error" title={props.failedTitle}>
            {failure}
          </Banner>
        )}
      </div>
    </Dialog>
  )
}

/** Asks for the case and the reason of a new legal hold. */
export function PlaceHoldDialog({
  onPlace,
  ...props
}: DutyDialogProps & { readonly onPlace: (hold: { readonly name: string; readonly reason: string }) => void }) {
  return (
    <HoldForm
      {...props}
      title={words.placeTitle}
      text={words.noneText}
      nameLabel={words.name}
      nameHint={words.nameHint}
      reasonLabel={words.reason}
      reasonHint={words.reasonHint}
      act={words.place}
      failedTitle={words.failedPlace}
      whyNot={() => null}
      onAct={onPlace}
    />
  )
}

/** Asks for the name of the hold, typed again, and why its case has ended. */
export function LiftHoldDialog({
  hold,
  onLift,
  ...props
}: DutyDialogProps & {
  readonly hold: LegalHold
  readonly onLift: (typed: { readonly name: string; readonly reason: string }) => void
}) {
  return (
    <HoldForm
      {...props}
      title={words.liftTitle(hold.name)}
      text={words.liftText}
      nameLabel={words.liftName}
      nameHint={hold.name}
      reasonLabel={words.liftReason}
      reasonHint={words.reasonHint}
      act={words.liftAct}
      failedTitle={words.failedLift}
      whyNot={({ name }) => (isHoldName(name, hold.name) ? null : words.liftName)}
      onAct={onLift}
    />
  )
}
