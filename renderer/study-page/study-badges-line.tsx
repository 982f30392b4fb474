import { describeAnswered, isKnownSafetySigned, knownSafety } from '#domain/safety/known-safety.ts'
import { describeStops } from '#domain/safety/notice-words.ts'
import type { SafetySummary } from '#domain/safety/safety-record.ts'
import { describeHold } from '#domain/study/hold-words.ts'
import type { Study } from '#domain/study/study.ts'
import { waitingWords } from '#domain/study/waiting-notes.ts'
import { countOf } from '#domain/values/count-of.ts'
import { Badge } from '../kit/controls/badge.tsx'

/** Shows the progress of the booking and of the safety questions. */
export function StudyBadgesLine({
  study,
  safety,
  isCheckInWaiting,
}: {
  readonly study: Study
  /** The study's safety summary, with the answers on this workstation that are not saved. */
  readonly safety: SafetySummary
  readonly isCheckInWaiting: boolean
}) {
  const { status } = study
  const { stops, isProhibited, source } = knownSafety(safety)
  const isSigned = isKnownSafetySigned(safety)
  return (
    <p className="stuh__badges">
      {status.cancelled ? (
        <Badge tone="danger">Cancelled</Badge>
      ) : study.temporaryHold ? (
        <Badge tone="warning">{describeHold(study)}</Badge>
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
      {source === 'draft' ? (
        <Badge tone="warning">Safety questions: {describeAnswered(safety)}</Badge>
      ) : safety.state === 'complete' ? (
        <Badge tone="success">Safety questions answered</Badge>
      ) : (
        <Badge tone="warning">
          {safety.state === 'unanswered'
            ? 'Safety questions not answered'
            : `${countOf(safety.unanswered, 'safety question')} open`}
        </Badge>
      )}
      {isProhibited ? (
        <Badge tone="danger">Cannot be scanned</Badge>
      ) : stops > 0 ? (
        <Badge tone={isSigned ? 'info' : 'danger'}>
          {describeStops(stops)}, {isSigned ? 'signed off' : 'not signed off'}
        </Badge>
      ) : null}
    </p>
  )
}
