import { ShieldCheck, ShieldX } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import { formatDate } from '#domain/format/format-date.ts'
import { fullName } from '#domain/members/member.ts'
import type { Notice } from '#domain/safety/notices.ts'
import { awaitingReason } from '../../kit/awaiting-reason.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { CommitBar } from '../../kit/controls/commit-bar.tsx'
import { controlWords } from '../../kit/controls/control-words.ts'
import { Dialog } from '../../kit/controls/dialog.tsx'
import { TextArea } from '../../kit/controls/text-area.tsx'
import { describeIdentity } from '../../kit/describe-identity.ts'
import { describeBookingFailure } from '../../study/booking-failures.ts'
import { whoOf } from '../../study/named-notices.ts'
import type { SafetyPartProps } from './safety-part-props.ts'
import { signOffWords } from './sign-off-words.ts'

const { dialog: words } = signOffWords

type Props = SafetyPartProps & {
  readonly red: readonly Notice[]
  readonly asking: 'sign-off' | 'withdraw' | null
  readonly onClose: () => void
}

const maxReasonChars = 500

/** Asks for the reason of a sign-off or its withdrawal; the line above the buttons names the member. */
export function SignOffDialog(props: Props) {
  const { view, safety, notices, red, asking, onClose } = props
  const signing = useStore(safety, (state) => state.signing)
  const [reason, setReason] = useState('')
  const [isAsked, setIsAsked] = useState(false)
  const { member, study } = view
  const isSignOff = asking === 'sign-off'
  const isPending = signing.kind === 'pending'
  const problem =
    reason.trim() === ''
      ? words.reasonMissing
      : reason.trim().length > maxReasonChars
        ? words.reasonTooLong(maxReasonChars)
        : null

  const close = (): void => {
    if (isPending) return
    setReason('')
    setIsAsked(false)
    safety.getState().resetSigning()
    onClose()
  }
  const commit = async (): Promise<void> => {
    setIsAsked(true)
    if (problem !== null) return
    const { signOff, withdrawSignOff } = safety.getState()
    const isDone = await (isSignOff ? signOff : withdrawSignOff)(reason.trim())
    if (!isDone) return
    notices.success(isSignOff ? words.signedOff(fullName(member)) : words.withdrawn)
    setReason('')
    setIsAsked(false)
    onClose()
  }
  return (
    <Dialog
      isOpen={asking !== null}
      onClose={close}
      title={isSignOff ? words.signOffTitle(red.length) : words.withdrawTitle}
      subtitle={words.subtitle(fullName(member), formatDate(member.dob), study.studyID)}
      footer={
        <CommitBar who={describeIdentity(member, controlWords.studyOf(study.studyID))}>
          <Button onPress={close} disabledReason={isPending ? awaitingReason : null}>
            {words.cancel}
          </Button>
          <Button
            variant="primary"
            tone={isSignOff ? 'neutral' : 'danger'}
            icon={isSignOff ? <ShieldCheck aria-hidden="true" /> : <ShieldX aria-hidden="true" />}
            isPending={isPending}
            aria-label={isSignOff ? words.signOffFor(whoOf(member)) : words.withdrawFor(whoOf(member))}
            onPress={() => void commit()}
          >
            {isSignOff ? words.signOff : words.withdraw}
          </Button>
        </CommitBar>
      }
    >
      <ul className="sdo__notices">
        {red.map(({ key, text, reason: sum }) => (
          <li key={key}>
            {text}
            {sum === null ? null : <span className="sdr__quiet"> {sum}</span>}
          </li>
        ))}
      </ul>
      <p>{isSignOff ? words.signOffHint : words.withdrawHint}</p>
      <TextArea
        label={words.reason}
        isRequired
        autoFocus
        value={reason}
        onChange={setReason}
        maxLength={maxReasonChars}
        errorMessage={isAsked ? (problem ?? undefined) : undefined}
      />
      {signing.kind === 'failed' ? (
        <Banner tone="error" title={signing.failure.code === 'stale' ? words.staleTitle : words.failedTitle}>
          {signing.failure.code === 'stale'
            ? words.stale
            : signing.failure.code === 'scan-prohibited' || signing.failure.code === 'nothing-to-sign-off'
              ? signing.failure.message
              : describeBookingFailure(signing.failure).text}
        </Banner>
      ) : null}
    </Dialog>
  )
}
