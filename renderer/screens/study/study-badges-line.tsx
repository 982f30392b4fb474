import type { Study } from '#domain/study/study.ts'
import { waitingWords } from '#domain/study/waiting-notes.ts'
import { Badge } from '../../widgets/badge.tsx'
import { countOf } from './study-words.ts'

/** How far the booking and the safety questions are. */
export function StudyBadgesLine({
  study,
  isCheckInWaiting,
}: {
  readonly study: Study
  readonly isCheckInWaiting: boolean
}) {
  const { status, safety } = study
  return (
    <p className="stuh__badges">
      {status.cancelled ? (
        <Badge tone="danger">Cancelled</Badge>
      ) : study.temporaryHold ? (
        <Badge tone="warning">Temporary hold</Badge>
      ) : status.booked ? (
        <Badge tone="primary">Booked</Badge>
      ) : (
        <Badge>Not booked</Badge>
      )}
      {isCheckInWaiting ? (
        <Badge tone="warning">Check-in: {waitingWords}</Badge>
      ) : status.checkin ? (
        <Badge tone="info">Checked in</Badge>
      ) : null}
      {safety.state === 'complete' ? (
        <Badge tone="success">Safety questions answered</Badge>
      ) : (
        <Badge tone="warning">
          {safety.state === 'unanswered'
            ? 'Safety questions not answered'
            : `${countOf(safety.unanswered, 'safety question')} open`}
        </Badge>
      )}
      {safety.isProhibited ? (
        <Badge tone="danger">Cannot be scanned</Badge>
      ) : safety.red > 0 ? (
        <Badge tone={safety.signOff === null ? 'danger' : 'info'}>
          {countOf(safety.red, 'red notice')}, {safety.signOff === null ? 'not signed off' : 'signed off'}
        </Badge>
      ) : null}
    </p>
  )
}
