import { describePerson } from '#domain/booking/booking-form.ts'
import { formatWeekdayAndInstant } from '#domain/format/format-time.ts'
import { whyNotOffline } from '#domain/offline/offline-policy.ts'
import type { Study } from '#domain/study/study.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { LinkButton } from '../../kit/controls/link-button.tsx'
import { describeIdentity } from '../../kit/describe-identity.ts'
import { paths } from '../../routes.ts'
import { SafetyChips } from '../../safety/safety-chips.tsx'
import { describeBookingFailure } from '../../study/booking-failures.ts'
import { describeMoveEnd, describeNewPlace } from './describe-new-place.ts'
import { toMoveBack } from './move-back.ts'
import { movingWords } from './moving-words.ts'
import './move-parts.css'
import type { MoveAttempt, MoveForm, ReadStudy, StudyBookingDesk } from './study-booking-state.ts'
import type { MoveCommit } from './use-move-commit.ts'

const words = movingWords.move

/** Shows the progress of the safety questions, with a link to them. */
export function StudySafetyLine({ study }: { readonly study: Study }) {
  return (
    <p className="mv__safety">
      <span>{words.safety}</span>
      <SafetyChips summary={study.safety} isNamed />
      <LinkButton
        href={paths.studyDetails(study.studyID, study.safety.state === 'complete' ? {} : { answer: 1 })}
        variant="text"
        size="small"
        className="mv__safety-link"
      >
        {study.safety.state === 'complete' ? words.reviewSafety : words.answerSafety}
      </LinkButton>
    </p>
  )
}

/** Returns the chosen time in words, with the machine if it changes; null while no time is chosen. */
export const describeChoice = (
  { place }: Pick<MoveCommit, 'place'>,
  { location }: MoveForm,
  { study }: ReadStudy,
): string | null => (place === null ? null : describeNewPlace(place, location, study))

type MoveEndsProps = Pick<MoveCommit, 'place'> & { readonly read: ReadStudy; readonly form: MoveForm }

/** Shows, above the Move button, the member with the present and the new time and machine. */
export function MoveEnds({ read: { study, member, location }, form, place }: MoveEndsProps) {
  const { booking } = study
  return (
    <>
      {describeIdentity(member)}
      {booking === null ? null : (
        <span className="mv__end">{words.from(describeMoveEnd(booking, location, form.location.locationID))}</span>
      )}
      <span className={place === null ? 'mv__end mv__end--open' : 'mv__end'}>
        {place === null ? words.toOpen : words.to(describeMoveEnd(place, form.location, location.locationID))}
      </span>
    </>
  )
}

type MoveButtonProps = {
  readonly desk: StudyBookingDesk
  readonly read: ReadStudy
  readonly commit: MoveCommit
  /** The chosen time in words, with the machine if it changes; null while none is chosen. */
  readonly when: string | null
  readonly isFullWidth?: boolean
}

/** Shows the Move button: a short verb, with the member and the new time in its accessible name. */
export function MoveButton({ desk, read, commit, when, isFullWidth = false }: MoveButtonProps) {
  const { verb, reason, move } = commit
  return (
    <Button
      variant="primary"
      size={isFullWidth ? 'large' : 'medium'}
      isFullWidth={isFullWidth}
      className="mv__commit"
      isPending={move.kind === 'pending'}
      disabledReason={reason}
      onPress={() => void desk.store.getState().reschedule()}
      aria-label={when === null ? undefined : words.commit(verb, describePerson(read.member), when)}
    >
      {when === null && verb !== 'retry' ? words.verbs.move : words.verbs[verb]}
    </Button>
  )
}

type NewsProps = {
  readonly desk: StudyBookingDesk
  readonly move: MoveAttempt
  readonly read: ReadStudy
  readonly isOnline: boolean
}

/** Shows the result of the move that was sent last. After a move within the location, offers to move back. */
export function MoveNews({ desk, move, read, isOnline }: NewsProps) {
  if (move.kind === 'moved') {
    const { study, member, location } = read
    const back = toMoveBack(study, move)
    const former = back === null ? null : describeMoveEnd(back, location, location.locationID)
    return (
      <Banner
        tone="success"
        title={
          study.booking === null
            ? words.moved
            : (study.temporaryHold && move.from.booking === null ? words.held : words.movedTo)(
                formatWeekdayAndInstant(study.booking.utcStart, location.timezone),
              )
        }
      >
        {former === null ? null : (
          <>
            <p>{words.formerTime(former)}</p>
            <Button
              size="small"
              className="mv__undo"
              disabledReason={whyNotOffline('move', isOnline, false)}
              onPress={() => void desk.store.getState().moveBack()}
              aria-label={words.moveBackFor(describePerson(member), former)}
            >
              {words.moveBack}
            </Button>
          </>
        )}
      </Banner>
    )
  }
  if (move.kind === 'unknown') {
    return (
      <Banner tone="warning" title={words.unknownTitle}>
        {words.unknown}
      </Banner>
    )
  }
  if (move.kind !== 'refused') return null
  const { title, text } = describeBookingFailure(move.failure)
  return (
    <Banner tone="error" title={title}>
      {text}
    </Banner>
  )
}
