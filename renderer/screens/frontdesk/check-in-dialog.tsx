import { CircleCheck } from 'lucide-react'
import { useId, useState } from 'react'
import { describePerson } from '#domain/booking/booking-form.ts'
import type { Bridge } from '#domain/contract/bridge.ts'
import type { Failure } from '#domain/contract/reply.ts'
import type { Location } from '#domain/locations/location.ts'
import { findCheckInWarnings } from '#domain/questionnaire/safety-assessment.ts'
import { formatTime } from '#domain/time/format-time.ts'
import { toWallTime } from '#domain/time/location-clock.ts'
import { describeBookingFailure, isOutcomeUnknown } from '../../booking-parts/booking-failures.ts'
import { SafetyChips } from '../../booking-parts/safety-chips.tsx'
import { paths } from '../../routes.ts'
import type { Attempt } from '../../stores/loadable.ts'
import { Banner } from '../../widgets/banner.tsx'
import { Button } from '../../widgets/button.tsx'
import { Checkbox } from '../../widgets/checkbox.tsx'
import { Dialog } from '../../widgets/dialog.tsx'
import { LinkButton } from '../../widgets/link-button.tsx'
import type { TodayRow } from './today-rows.ts'

export type CheckInDialogProps = {
  readonly bridge: Pick<Bridge, 'booking'>
  readonly row: TodayRow
  readonly location: Location
  readonly isOnline: boolean
  readonly onClose: (isCheckedIn: boolean) => void
}

/** Said where the notices of a study are not at hand, only that one of them ends it. */
export const prohibitedReason = 'A red safety notice says that this member cannot be scanned. Nobody can sign it off.'

const temporaryHoldWarning = {
  kind: 'temporary-hold',
  text: 'This is a temporary hold: nothing is paid and it is not booked',
} as const

/**
 * Checks a member in, after what stands in front of it (issue: without a sign-off check-in warns). A warning has to be seen:
 * it takes a tick of its own, every time.
 */
export function CheckInDialog({ bridge, row, location, isOnline, onClose }: CheckInDialogProps) {
  const { study, member } = row
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID())
  const [attempt, setAttempt] = useState<Attempt>({ kind: 'idle' })
  const [ticked, setTicked] = useState<string | null>(null)
  const listID = useId()
  const { isProhibited, warnings: safetyWarnings } = findCheckInWarnings(study.safety)
  const warnings = study.temporaryHold ? [temporaryHoldWarning, ...safetyWarnings] : safetyWarnings
  // A tick is for these warnings: when others come while the window is open, they are to be seen too.
  const seen = warnings.map(({ text }) => text).join('|')
  const isTicked = ticked === seen
  const isDone = study.status.checkin
  const who = member === null ? `study ${study.studyID}` : describePerson(member)

  const checkIn = async (): Promise<void> => {
    setAttempt({ kind: 'pending' })
    const reply = await bridge.booking.checkIn({ studyID: study.studyID, idempotencyKey })
    if (reply.ok) {
      onClose(true)
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
        : isOnline
          ? null
          : 'The back office cannot be reached.'
  return (
    <Dialog
      isOpen
      onClose={() => onClose(false)}
      width="narrow"
      role="alertdialog"
      isDismissable={attempt.kind !== 'pending'}
      title="Check in"
      subtitle={`${who}, ${formatTime(toWallTime(row.utcStart, location.timezone).time)}, ${row.scanType}, ${row.machine}`}
      footer={
        <>
          <Button
            onPress={() => onClose(false)}
            isDisabled={attempt.kind === 'pending'}
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
      ) : warnings.length === 0 ? (
        <p>Compare the full name and the birth date with what the member says.</p>
      ) : (
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
  const { title, text } = describeBookingFailure(failure)
  return (
    <Banner tone="error" title={title}>
      {text}
    </Banner>
  )
}
