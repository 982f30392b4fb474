import { ShieldCheck, ShieldX } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import { fullName } from '#domain/members/member.ts'
import { describeStops } from '#domain/safety/notice-words.ts'
import type { Notice } from '#domain/safety/notices.ts'
import { formatDate } from '#domain/values/format-time.ts'
import { awaitingReason } from '../../kit/awaiting-reason.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { Dialog } from '../../kit/controls/dialog.tsx'
import { TextArea } from '../../kit/controls/text-area.tsx'
import { describeBookingFailure } from '../../study/booking-failures.ts'
import { whoOf } from '../../study/named-notices.ts'
import type { SafetyPartProps } from './safety-part-props.ts'

type Props = SafetyPartProps & {
  readonly red: readonly Notice[]
  readonly asking: 'sign-off' | 'withdraw' | null
  readonly onClose: () => void
}

const longestReason = 500

/** Asks for the reason of a sign-off or its withdrawal; the button names the member. */
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
      ? 'Please give the reason.'
      : reason.trim().length > longestReason
        ? `At most ${longestReason} characters.`
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
    notices.success(isSignOff ? `Stops of ${fullName(member)} signed off` : 'The sign-off was withdrawn')
    setReason('')
    setIsAsked(false)
    onClose()
  }
  return (
    <Dialog
      isOpen={asking !== null}
      onClose={close}
      title={isSignOff ? `Sign off ${describeStops(red.length)}` : 'Withdraw the sign-off'}
      subtitle={`${fullName(member)}, born ${formatDate(member.dob)}, study ${study.studyID}`}
      footer={
        <>
          <Button onPress={close} disabledReason={isPending ? awaitingReason : null}>
            Go back
          </Button>
          <Button
            variant="primary"
            tone={isSignOff ? 'neutral' : 'danger'}
            icon={isSignOff ? <ShieldCheck aria-hidden="true" /> : <ShieldX aria-hidden="true" />}
            isPending={isPending}
            onPress={() => void commit()}
          >
            {isSignOff ? 'Sign off for' : 'Withdraw the sign-off for'} {whoOf(member)}
          </Button>
        </>
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
      <p>
        {isSignOff
          ? 'Your name, the time and the reason are kept with the study. The sign-off is withdrawn by itself when answers behind these notices change, or the appointment moves to where it was not given for.'
          : 'Check-in is blocked until the stops are signed off again.'}
      </p>
      <TextArea
        label="Reason"
        isRequired
        autoFocus
        value={reason}
        onChange={setReason}
        maxLength={longestReason}
        errorMessage={isAsked ? (problem ?? undefined) : undefined}
      />
      {signing.kind === 'failed' ? (
        <Banner
          tone="error"
          title={signing.failure.code === 'stale' ? 'The answers changed meanwhile' : 'That did not work'}
        >
          {signing.failure.code === 'stale'
            ? 'What is shown is now up to date. Look at the answers again before signing off.'
            : signing.failure.code === 'scan-prohibited' || signing.failure.code === 'nothing-to-sign-off'
              ? signing.failure.message
              : describeBookingFailure(signing.failure).text}
        </Banner>
      ) : null}
    </Dialog>
  )
}
