import { useState } from 'react'
import { useStore } from 'zustand'
import type { PaymentView } from '#contract/payments/bridge.ts'
import { fullName } from '#domain/members/member.ts'
import { formatDate } from '#domain/values/format-time.ts'
import { amountWords } from '../../kit/amount-words.ts'
import { Button } from '../../kit/controls/button.tsx'
import { Dialog } from '../../kit/controls/dialog.tsx'
import { RadioGroup } from '../../kit/controls/radio-group.tsx'
import { TextArea } from '../../kit/controls/text-area.tsx'
import { TextField } from '../../kit/controls/text-field.tsx'
import { describeOpenAttempt } from './payment-gates.ts'
import type { PaymentPartProps } from './payment-part-props.ts'
import { PersonWords } from './person-words.tsx'

type Props = PaymentPartProps & {
  readonly attempt: PaymentView['payments']['openAttempts'][number]
  readonly onClose: () => void
}

type Outcome = 'succeeded' | 'cancelled'

/** Lets an administrator record the result of a card attempt that can no longer be asked for. */
export function ResolveDialog({ desk, view, attempt, onClose }: Props) {
  const commit = useStore(desk, (state) => state.commits.resolve)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [referenceID, setReferenceID] = useState('')
  const [reason, setReason] = useState('')
  const { member, study, payments } = view
  const isRefund = attempt.kind === 'refund'
  const money = amountWords(attempt.amount, payments.currency)
  const missing =
    outcome === null
      ? 'Choose how it ended.'
      : outcome === 'succeeded' && referenceID.trim() === ''
        ? "Enter the card processor's reference."
        : reason.trim() === ''
          ? 'Please give the reason.'
          : null
  const resolve = async (): Promise<void> => {
    if (outcome === null) return
    const { attemptID } = attempt
    const isDone = await desk
      .getState()
      .resolveAttempt({ attemptID, outcome, referenceID: referenceID.trim(), reason: reason.trim() })
    if (isDone) onClose()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={isRefund ? 'Resolve the card refund' : 'Resolve the card payment'}
      subtitle={`${fullName(member)}, born ${formatDate(member.dob)}, study ${study.studyID}`}
      isDismissable={commit !== 'pending'}
      footer={
        <>
          <Button onPress={onClose} isDisabled={commit === 'pending'}>
            Go back
          </Button>
          <Button
            variant="primary"
            isPending={commit === 'pending'}
            disabledReason={missing}
            onPress={() => void resolve()}
          >
            {outcome === 'cancelled'
              ? `Write it down as not ${isRefund ? 'refunded' : 'charged'}`
              : `Record ${money}${isRefund ? ' as refunded' : ''}`}{' '}
            for <PersonWords member={member} />
          </Button>
        </>
      }
    >
      <p>{describeOpenAttempt(attempt, view)}. Ask the card processor first: what is written down here is final.</p>
      <RadioGroup<Outcome>
        label="How it ended"
        isRequired
        options={[
          {
            value: 'succeeded',
            label: isRefund ? 'The card was refunded' : 'The card was charged',
            description: isRefund ? 'It becomes a refund in the ledger.' : 'It becomes a payment in the ledger.',
          },
          {
            value: 'cancelled',
            label: isRefund ? 'The card was not refunded' : 'The card was not charged',
            description: 'Nothing is recorded.',
          },
        ]}
        value={outcome}
        onChange={setOutcome}
      />
      <TextField
        label="Reference of the card processor"
        isRequired={outcome === 'succeeded'}
        value={referenceID}
        onChange={setReferenceID}
        maxLength={60}
      />
      <TextArea label="Reason" isRequired value={reason} onChange={setReason} maxLength={200} />
    </Dialog>
  )
}
