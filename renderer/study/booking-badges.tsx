import { describeHold } from '#domain/study/hold-words.ts'
import type { Study } from '#domain/study/study.ts'
import { waitingWords } from '#domain/study/waiting-notes.ts'
import { Badge } from '../kit/controls/badge.tsx'
import { bookingBadgesWords as words } from './booking-badges-words.ts'
import { AppointmentBadge } from './state-badge.tsx'

/**
 * Shows how far a study's visit is: booked, checked in or scanned. The badge for the scan replaces the other two. A
 * check-in that waits to be sent is shown as waiting.
 */
export function BookingBadges({
  study,
  isCheckInWaiting = false,
}: {
  readonly study: Pick<Study, 'paymentAmount' | 'status' | 'temporaryHold'>
  readonly isCheckInWaiting?: boolean
}) {
  const { status } = study
  if (status.cancelled) return <AppointmentBadge state="cancelled" />
  if (status.scanned) return <AppointmentBadge state="scanned" />
  return (
    <>
      {study.temporaryHold ? (
        <AppointmentBadge state="held" word={describeHold(study)} />
      ) : status.booked ? (
        <AppointmentBadge state="booked" />
      ) : (
        <Badge>{words.notBooked}</Badge>
      )}
      {isCheckInWaiting ? (
        <Badge tone="warning">{words.waitingCheckIn(waitingWords)}</Badge>
      ) : status.checkin ? (
        <AppointmentBadge state="checked-in" />
      ) : null}
    </>
  )
}
