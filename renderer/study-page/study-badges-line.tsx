import { describeAnswered, isKnownSafetySigned, knownSafety } from '#domain/safety/known-safety.ts'
import { describeStops } from '#domain/safety/notice-words.ts'
import type { SafetySummary } from '#domain/safety/safety-record.ts'
import type { Study } from '#domain/study/study.ts'
import { Badge } from '../kit/controls/badge.tsx'
import { BookingBadges } from '../study/booking-badges.tsx'
import { studyPageWords } from './study-page-words.ts'

const words = studyPageWords.badges

/** Shows badges about the visit, the safety questions and the stops. */
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
  const { stops, isProhibited, source } = knownSafety(safety)
  const isSigned = isKnownSafetySigned(safety)
  return (
    <p className="stuh__badges">
      <BookingBadges study={study} isCheckInWaiting={isCheckInWaiting} />
      {source === 'draft' ? (
        <Badge tone="warning">{words.safety(describeAnswered(safety))}</Badge>
      ) : safety.state === 'complete' ? (
        <Badge tone="success">{words.safetyAnswered}</Badge>
      ) : (
        <Badge tone="warning">
          {safety.state === 'unanswered' ? words.safetyNotAnswered : words.safetyOpen(safety.unanswered)}
        </Badge>
      )}
      {isProhibited ? (
        <Badge tone="danger">{words.notScannable}</Badge>
      ) : stops > 0 ? (
        <Badge tone={isSigned ? 'info' : 'danger'}>
          {(isSigned ? words.signedOff : words.notSignedOff)(describeStops(stops))}
        </Badge>
      ) : null}
    </p>
  )
}
