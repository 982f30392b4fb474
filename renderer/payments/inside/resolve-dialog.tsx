import { useState } from 'react'
import { useStore } from 'zustand'
import type { PaymentView } from '#contract/payments/bridge.ts'
import { formatDate } from '#domain/format/format-date.ts'
import { formatAmount } from '#domain/format/format-money.ts'
import { fullName } from '#domain/members/member.ts'
import { Button } from '../../kit/controls/button.tsx'
import { CommitBar } from '../../kit/controls/commit-bar.tsx'
import { Dialog } from '../../kit/controls/dialog.tsx'
import { RadioGroup } from '../../kit/controls/radio-group.tsx'
import { TextArea } from '../../kit/controls/text-area.tsx'
import { TextField } from '../../kit/controls/text-field.tsx'
import { paymentPageWords } from '../payment-page-words.ts'
import { identityOf, nameAct } from './commit-identity.ts'
import { describeOpenAttempt } from './payment-gates.ts'
import type { PaymentPartProps } from './payment-part-props.ts'
import { undoMoneyWords } from './undo-money-words.ts'

const words = undoMoneyWords.resolve

type Props = PaymentPartProps & {
  readonly attempt: PaymentView['payments']['openAttempts'][number]
  readonly onClose: () => void
}

type Outcome = 'succeeded' | 'cancelled'

/** Lets an administrator record the result of a card attempt whose result can no longer be queried. */
export function ResolveDialog({ desk, view, attempt, onClose }: Props) {
  const commit = useStore(desk, (state) => state.commits.resolve)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [referenceID, setReferenceID] = useState('')
  const [reason, setReason] = useState('')
  const { member, study, payments } = view
  const isRefund = attempt.kind === 'refund'
  const money = formatAmount(attempt.amount, payments.currency)
  const missing =
    outcome === null
      ? words.noOutcome
      : outcome === 'succeeded' && referenceID.trim() === ''
        ? words.noReference
        : reason.trim() === ''
          ? words.noReason
          : null
  const resolve = async (): Promise<void> => {
    if (outcome === null) return
    const { attemptID } = attempt
    const isDone = await desk
      .getState()
      .resolveAttempt({ attemptID, outcome, referenceID: referenceID.trim(), reason: reason.trim() })
    if (isDone) onClose()
  }
  const act =
    outcome === 'cancelled'
      ? isRefund
        ? words.notRefunded
        : words.notCharged
      : (isRefund ? words.recordRefund : words.recordPayment)(money)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={isRefund ? words.refundTitle : words.paymentTitle}
      subtitle={paymentPageWords.person(fullName(member), formatDate(member.dob), study.studyID)}
      isDismissable={commit !== 'pending'}
      footer={
        <CommitBar who={identityOf(view)}>
          <Button onPress={onClose} isDisabled={commit === 'pending'}>
            {undoMoneyWords.cancel}
          </Button>
          <Button
            variant="primary"
            isPending={commit === 'pending'}
            disabledReason={missing}
            aria-label={nameAct(act, member)}
            onPress={() => void resolve()}
          >
            {act}
          </Button>
        </CommitBar>
      }
    >
      <p>{words.detail(describeOpenAttempt(attempt, view))}</p>
      <RadioGroup<Outcome>
        label={words.outcome}
        isRequired
        options={[
          {
            value: 'succeeded',
            label: isRefund ? words.refunded : words.charged,
            description: isRefund ? words.refundedHint : words.chargedHint,
          },
          {
            value: 'cancelled',
            label: isRefund ? words.wasNotRefunded : words.wasNotCharged,
            description: words.nothingRecorded,
          },
        ]}
        value={outcome}
        onChange={setOutcome}
      />
      <TextField
        label={words.reference}
        isRequired={outcome === 'succeeded'}
        value={referenceID}
        onChange={setReferenceID}
        maxLength={60}
      />
      <TextArea label={undoMoneyWords.reason} isRequired value={reason} onChange={setReason} maxLength={200} />
    </Dialog>
  )
}
