import { Check, ChevronRight, Clock } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { formatInstant } from '#domain/format/format-time.ts'
import { releaseActOf } from '#domain/release/release-act.ts'
import { type StatusStep, toStatusLine } from '#domain/study/status-line.ts'
import { waitingWords } from '#domain/study/waiting-notes.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { classNames } from '../kit/controls/class-names.ts'
import { VisuallyHidden } from '../kit/controls/visually-hidden.tsx'
import type { ReleaseFactories } from '../release/release-factories.ts'
import { type PractitionersReached, usePractitionersReached } from '../release/use-practitioners-reached.ts'
import type { StudyPartProps } from '../study/study-part-props.ts'
import { useFocusBack } from '../study/use-focus-back.ts'
import { isCheckInWaiting } from './check-in-waiting.ts'
import { ReleaseToMember } from './panels/release-to-member.tsx'
import { studyPageWords } from './study-page-words.ts'

const words = studyPageWords.steps

/**
 * Shows the progress of the study, from booked to released, and the next step (study spec §4). If the next step is the
 * release to the member, the button that releases the report is beside it, for the roles that may press it.
 */
export function StatusSteps({ page }: StudyPartProps<ReleaseFactories>) {
  const { study, location } = page.view
  const isWaiting = isCheckInWaiting(page)
  const reached = usePractitionersReached(page)
  const line = useRef<HTMLOListElement>(null)
  const steps = toStatusLine(study, location)
  const isReleaseNext =
    steps.some(({ key, isNext }) => key === 'releasedToMember' && isNext) &&
    page.decide(releaseActOf(study)).kind !== 'forbidden'
  useFocusBack(isReleaseNext, line)
  // On a low window the line scrolls sideways, and the button is at its end.
  useEffect(() => {
    if (isReleaseNext) line.current?.scrollTo({ left: line.current.scrollWidth })
  }, [isReleaseNext])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: in a narrow window the line must be scrollable with the keyboard
    <ol ref={line} className="stus" aria-label={words.title} tabIndex={0}>
      {steps.map((step) => {
        const waits = isWaiting && step.key === 'checkin'
        const note = noteOf(step, reached)
        return (
          <li
            key={step.key}
            className={classNames(
              'stus__step',
              waits ? 'stus__step--waiting' : step.isDone && 'stus__step--done',
              step.isNext && 'stus__step--next',
            )}
            aria-current={step.isNext ? 'step' : undefined}
          >
            {waits ? (
              <Clock aria-hidden="true" size={13} />
            ) : step.isDone ? (
              <Check aria-hidden="true" size={13} />
            ) : step.isNext ? (
              <ChevronRight aria-hidden="true" size={13} />
            ) : null}
            {step.label}
            {note === null ? null : <span className="stus__note">{note}</span>}
            {waits ? words.waiting(waitingWords) : <VisuallyHidden>{spoken(step, location.timezone)}</VisuallyHidden>}
            {isReleaseNext && step.isNext ? <ReleaseToMember page={page} size="micro" /> : null}
          </li>
        )
      })}
    </ol>
  )
}

/**
 * Returns the note of a step. If a report was released to only some of several practitioners, the note shows how many
 * received the report.
 */
const noteOf = ({ key, isDone, note }: StatusStep, reached: PractitionersReached | null): string | null =>
  key === 'releasedToDoctor' && isDone && reached?.isAll === false ? reached.words : note

const spoken = ({ isDone, isNext, time }: StatusStep, zone: ZoneId): string => {
  if (isDone) return time === null ? words.completed : words.completedAt(formatInstant(time, zone))
  return isNext ? words.next : words.incomplete
}
