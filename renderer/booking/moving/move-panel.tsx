import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { incompleteAppointmentMessage } from '#domain/booking/booking-form.ts'
import { formatDate } from '#domain/format/format-date.ts'
import { formatWeekdayAndInstant } from '#domain/format/format-time.ts'
import { fullName } from '#domain/members/member.ts'
import { whyNotOffline } from '#domain/offline/offline-policy.ts'
import type { Study } from '#domain/study/study.ts'
import type { WithClock } from '../../kit/clock-store.ts'
import { Badge } from '../../kit/controls/badge.tsx'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { Checkbox } from '../../kit/controls/checkbox.tsx'
import { LinkButton } from '../../kit/controls/link-button.tsx'
import type { WithLocations } from '../../locations/locations-store.ts'
import { paths } from '../../routes.ts'
import { SafetyChips } from '../../safety/safety-chips.tsx'
import type { WithConnectivity } from '../../session/connectivity-store.ts'
import { describeBookingFailure } from '../../study/booking-failures.ts'
import { TimeChoice } from '../appointment-choice.tsx'
import { whyNotSettled } from '../settle-field.tsx'
import { isHeldAgain, mayBeHeld, whyNotHeld } from './hold-again.ts'
import { MoveChanges, useMoveChanges, withoutShownNotices } from './move-changes.tsx'
import { MovePlaceChoice, MoveSettleField } from './move-choice.tsx'
import { movingWords } from './moving-words.ts'
import type { MoveAttempt, MoveForm, ReadStudy, StudyBookingDesk } from './study-booking-state.ts'
import { useMoveSettle } from './use-move-settle.ts'

const words = movingWords.move

type Stores = WithClock & WithConnectivity & WithLocations

type Props = {
  readonly desk: StudyBookingDesk
  readonly read: ReadStudy
  readonly form: MoveForm
  readonly stores: Stores
  readonly owner: string
  readonly isOnline: boolean
}

/** Shows the progress of the safety questions, with a link to them. */
function StudySafetyLine({ study }: { readonly study: Study }) {
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

/** Shows the new time and place, their effects, and the Move button (experience: consequences before commit). */
export function MovePanel(props: Props) {
  const { desk, read, form, stores, owner, isOnline } = props
  const { study, member } = read
  const move = useStore(desk.store, (state) => state.move)
  const state = useStore(desk.hold, (store) => store.state)
  const { place, changes: lines } = useMoveChanges(props)
  const isSame = place !== null && lines.length === 0
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // A move redraws the form without the button that had the focus.
    if (move.kind !== 'moved') return
    if (document.activeElement === null || document.activeElement === document.body) title.current?.focus()
  }, [move.kind])
  const changes = useRef<HTMLDivElement>(null)
  const hasChanges = lines.length > 0
  useEffect(() => {
    // On a short screen the effects would be out of sight, but the user must see them before committing.
    if (hasChanges) changes.current?.scrollIntoView({ block: 'nearest' })
  }, [hasChanges])
  const settle = useMoveSettle(props)
  const reason =
    reasonAgainst(move, place !== null, isSame, isOnline) ??
    (move.kind === 'unknown' ? null : whyNotSettled('move', settle))
  const verb = move.kind === 'unknown' ? words.retryMove : isHeldAgain(study, form, place) ? words.hold : words.move
  return (
    <section className="mv" aria-label={words.label}>
      <h2 className="mv__title" tabIndex={-1} ref={title}>
        {words.title} {study.status.booked ? <Badge>{words.update}</Badge> : null}
      </h2>
      <div className="mv__body w-fade-block">
        <MovePlaceChoice desk={desk} read={read} form={form} stores={stores} />
        <TimeChoice
          state={state}
          hold={desk.hold}
          location={form.location}
          clock={stores.clock}
          owner={owner}
          overridden={place?.override == null ? null : place.utcStart}
          empty={words.noTime}
        />
        {mayBeHeld(study) ? (
          <Checkbox
            isSelected={form.temporaryHold === true}
            onChange={(temporaryHold) => desk.store.getState().update({ temporaryHold })}
            isDisabled={move.kind === 'pending' || move.kind === 'unknown'}
            disabledReason={whyNotHeld(study, form, place)}
            description={words.temporaryHoldHint}
          >
            {words.temporaryHold}
          </Checkbox>
        ) : null}
        <StudySafetyLine study={study} />
        <MoveSettleField desk={desk} read={read} form={form} stores={stores} />
        <MoveChanges changes={withoutShownNotices(lines, settle.notices)} ref={changes} />
      </div>
      <div className="mv__foot">
        <MoveNews desk={desk} move={move} read={read} />
        <Button
          variant="primary"
          size="large"
          isFullWidth
          className="mv__commit"
          isPending={move.kind === 'pending'}
          disabledReason={reason}
          onPress={() => void desk.store.getState().reschedule()}
        >
          {place === null ? (
            words.move
          ) : (
            <span>
              {verb} {fullName(member)}, <span className="mv__unbroken">{formatDate(member.dob)}</span>
              {words.to}{' '}
              <span className="mv__unbroken">{formatWeekdayAndInstant(place.utcStart, form.location.timezone)}</span>
            </span>
          )}
        </Button>
        {reason === null ? null : (
          <p className="mv__reason" aria-hidden="true">
            {reason}
          </p>
        )}
      </div>
    </section>
  )
}

const reasonAgainst = (move: MoveAttempt, hasPlace: boolean, isSame: boolean, isOnline: boolean): string | null => {
  const offline = whyNotOffline('move', isOnline)
  if (move.kind === 'unknown') return offline
  if (!hasPlace) return incompleteAppointmentMessage
  if (isSame) return words.sameTime
  return offline
}

function MoveNews({
  desk,
  move,
  read,
}: {
  readonly desk: StudyBookingDesk
  readonly move: MoveAttempt
  readonly read: ReadStudy
}) {
  if (move.kind === 'moved') {
    const { study, location } = read
    const before = move.from.booking
    const isSamePlace = move.from.locationID === study.locationID && move.from.skuID === study.skuID
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
        {before === null || !isSamePlace ? null : (
          <>
            <p>{words.undoHint}</p>
            <Button
              size="small"
              className="mv__undo"
              onPress={() =>
                desk.hold.getState().choose({
                  locationID: move.from.locationID,
                  skuID: move.from.skuID,
                  utcStart: before.utcStart,
                  candidates: [before.machineID],
                  slotSelectionType: move.from.slotSelectionType,
                })
              }
            >
              {words.chooseEarlier}
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
