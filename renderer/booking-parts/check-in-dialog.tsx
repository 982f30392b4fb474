import { CircleCheck } from 'lucide-react'
import { useId, useState } from 'react'
import type { Bridge, DayEntry } from '#domain/contract/bridge.ts'
import type { Failure } from '#domain/contract/reply.ts'
import { fullName } from '#domain/members/member.ts'
import { type Currency, formatMoney, parseDecimalAmount } from '#domain/money/money.ts'
import { findCheckInWarnings } from '#domain/questionnaire/safety-assessment.ts'
import type { Study } from '#domain/study/study.ts'
import { formatDate } from '#domain/time/format-time.ts'
import { paths } from '../routes.ts'
import type { Attempt } from '../stores/loadable.ts'
import { Banner } from '../widgets/banner.tsx'
import { Button } from '../widgets/button.tsx'
import { Checkbox } from '../widgets/checkbox.tsx'
import { Dialog } from '../widgets/dialog.tsx'
import { LinkButton } from '../widgets/link-button.tsx'
import { awaitingReason } from './awaiting-reason.ts'
import { describeBookingFailure, isOutcomeUnknown } from './booking-failures.ts'
import { SafetyChips } from './safety-chips.tsx'

/** The study as it is now, and whether the check-in waits at this workstation to be sent. */
export type CheckedIn = { readonly study: Study; readonly isWaiting: boolean }

export type CheckInDialogProps = {
  readonly bridge: Pick<Bridge, 'study'>
  readonly study: Study
  readonly member: DayEntry['member']
  /** What the appointment is, below the person: its time, scan type and machine. */
  readonly appointment: string
  readonly currency: Currency
  /** Why this person cannot check the member in; null where they can. Offline is no reason: it is kept and sent later. */
  readonly disabledReason?: string | null
  /** What came of it: null where nobody was checked in. */
  readonly onClose: (done: CheckedIn | null) => void
}

/** Said where the notices of a study are not at hand, only that one of them ends it. */
export const prohibitedReason = 'A red safety notice says that this member cannot be scanned. Nobody can sign it off.'

type Warning = { readonly kind: string; readonly text: string }

/** What stands in front of the check-in: money that is not there, and what the safety questions leave open. */
const findWarnings = (study: Study, currency: Currency): readonly Warning[] => {
  const owed = study.balance > 0 ? parseDecimalAmount(study.balance) : undefined
  const money: Warning[] = study.temporaryHold
    ? [{ kind: 'temporary-hold', text: 'This is a temporary hold: nothing is paid and it is not booked' }]
    : owed === undefined
      ? []
      : [{ kind: 'balance', text: `${formatMoney(owed, currency)} is still owed` }]
  return [...money, ...findCheckInWarnings(study.safety).warnings]
}

/**
 * Checks a member in, after what stands in front of it. A warning has to be seen: it takes a tick of its own, every time.
 */
export function CheckInDialog(props: CheckInDialogProps) {
  const { study, member, appointment, currency, onClose } = props
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID())
  const [attempt, setAttempt] = useState<Attempt>({ kind: 'idle' })
  const [ticked, setTicked] = useState<string | null>(null)
  const listID = useId()
  const { isProhibited } = study.safety
  const warnings = findWarnings(study, currency)
  // A tick is for these warnings: when others come while the window is open, they are to be seen too.
  const seen = warnings.map(({ text }) => text).join('|')
  const isTicked = ticked === seen
  const isDone = study.status.checkin
  const who = member === null ? `study ${study.studyID}` : `${fullName(member)}, ${formatDate(member.dob)}`

  const checkIn = async (): Promise<void> => {
    setAttempt({ kind: 'pending' })
    const reply = await props.bridge.study.mark({
      studyID: study.studyID,
      act: 'checkin',
      value: true,
      idempotencyKey,
    })
    if (reply.ok) {
      onClose(reply.value)
      return
    }
    if (!isOutcomeUnknown(reply.failure)) setKey(crypto.randomUUID())
    setAttempt({ kind: 'failed', failure: reply.failure })
  }

  const reason = isDone
    ? 'This member is checked in already.'
    : isProhibited
      ? prohibitedReason
      : warnings.length > 0 && !isTicked
        ? 'Tick “Check in all the same” first.'
        : (props.disabledReason ?? null)
  return (
    <Dialog
      isOpen
      onClose={() => onClose(null)}
      width="narrow"
      role="alertdialog"
      isDismissable={attempt.kind !== 'pending'}
      title="Check in"
      subtitle={`${who}, ${appointment}`}
      footer={
        <>
          <Button
            onPress={() => onClose(null)}
            disabledReason={attempt.kind === 'pending' ? awaitingReason : null}
            autoFocus={warnings.length > 0}
          >
            Go back
          </Button>
          <Button
            variant="primary"
            icon={<CircleCheck aria-hidden="true" />}
            isPending={attempt.kind === 'pending'}
            autoFocus={warnings.length === 0}
            disabledReason={reason}
            onPress={() => void checkIn()}
          >
            Check in {who}
          </Button>
        </>
      }
    >
      <p>
        Safety questions: <SafetyChips summary={study.safety} isNamed />
      </p>
      {isProhibited ? (
        <Banner tone="error" title="This member cannot be scanned">
          {prohibitedReason}
        </Banner>
      ) : (
        <p>Compare the full name and the birth date with what the member says.</p>
      )}
      {isProhibited || warnings.length === 0 ? null : (
        <>
          <Banner tone="warning" title="Before the scan this has to be settled">
            <ul id={listID}>
              {warnings.map(({ kind, text }) => (
                <li key={kind}>{text}</li>
              ))}
            </ul>
          </Banner>
          <Checkbox isSelected={isTicked} onChange={(isOn) => setTicked(isOn ? seen : null)}>
            Check in all the same
          </Checkbox>
        </>
      )}
      {isProhibited || warnings.length > 0 ? (
        <p>
          <LinkButton
            href={paths.studyDetails(study.studyID, study.safety.state === 'complete' ? {} : { edit: 1 })}
            variant="text"
            size="small"
          >
            {study.safety.state === 'complete' ? 'Look at the safety questions' : 'Answer the safety questions'}
          </LinkButton>
        </p>
      ) : null}
      {attempt.kind === 'failed' ? <CheckInProblem failure={attempt.failure} /> : null}
    </Dialog>
  )
}

function CheckInProblem({ failure }: { readonly failure: Failure }) {
  if (isOutcomeUnknown(failure)) {
    return (
      <Banner tone="warning" title="No answer came: the member may be checked in or not">
        {failure.message} Asking again never checks in twice.
      </Banner>
    )
  }
  const isSaid = failure.code === 'act-not-allowed'
  const { title, text } = isSaid
    ? { title: 'This member cannot be checked in', text: failure.message }
    : describeBookingFailure(failure)
  return (
    <Banner tone="error" title={title}>
      {text}
    </Banner>
  )
}
