import type { Bridge } from '#contract/bridge.ts'
import type { StudyView } from '#contract/study/bridge.ts'
import { toSafetyMarks } from '#domain/safety/safety-states.ts'
import { BookingBadges } from './booking-badges.tsx'
import { SimilarOnDay } from './similar-names-badge.tsx'
import { SafetyBadge } from './state-badge.tsx'

type StudyBadgesProps = {
  readonly readDay: Bridge['booking']['readDay']
  readonly view: StudyView
}

/** Shows what staff must know about the study of a page: the visit, the safety questions before it, similar names. */
export function StudyBadges({ readDay, view }: StudyBadgesProps) {
  const { status, safety } = view.study
  const marks = status.cancelled || status.scanned ? [] : toSafetyMarks(safety)
  return (
    <>
      <BookingBadges study={view.study} />
      {marks.map(({ state, word }) => (
        <SafetyBadge key={state} state={state} word={word} />
      ))}
      <SimilarOnDay readDay={readDay} view={view} />
    </>
  )
}
