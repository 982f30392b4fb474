import { describeAnswered, isKnownSafetySigned, knownSafety } from '#domain/safety/known-safety.ts'
import { describeStops, noticeLevelTitles } from '#domain/safety/notice-words.ts'
import type { SafetySummary } from '#domain/safety/safety-record.ts'
import { safetyStateWords } from '#domain/safety/safety-states.ts'
import type { Study } from '#domain/study/study.ts'
import { BookingBadges } from '../study/booking-badges.tsx'
import { SafetyBadge } from '../study/state-badge.tsx'
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
        <SafetyBadge state="draft" word={words.safety(describeAnswered(safety))} />
      ) : safety.state === 'complete' ? (
        <SafetyBadge state="answered" word={safetyStateWords.answered} />
      ) : safety.state === 'unanswered' ? (
        <SafetyBadge state="not-answered" word={safetyStateWords.notAnswered} />
      ) : (
        <SafetyBadge state="part-answered" word={words.safetyOpen(safety.unanswered)} />
      )}
      {isProhibited ? (
        <SafetyBadge state="forbidden" word={noticeLevelTitles.forbidden} />
      ) : stops > 0 ? (
        <SafetyBadge
          state={isSigned ? 'signed-stops' : 'stops'}
          word={(isSigned ? words.signedOff : words.notSignedOff)(describeStops(stops))}
        />
      ) : null}
    </p>
  )
}
