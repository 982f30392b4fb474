import { useEffect, useRef } from 'react'
import type { BookingBridge } from '#contract/booking/bridge.ts'
import { mayBeDone } from '#contract/failures.ts'
import { type Failure, fail } from '#contract/reply.ts'
import { describePerson } from '#domain/booking/booking-form.ts'
import type { DropPlace } from '#domain/booking/move-drop.ts'
import type { Location } from '#domain/locations/location.ts'
import type { Study } from '#domain/study/study.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { Notices } from '../../kit/notices.ts'
import { describeBookingFailure } from '../../study/booking-failures.ts'
import { describeMoveEnd, describeNewPlace } from '../moving/describe-new-place.ts'
import { type DoneMove, droppedDraftID, toMoveBack } from '../moving/move-back.ts'
import { movingWords } from '../moving/moving-words.ts'
import type { ReadStudy } from '../moving/study-booking-state.ts'

const words = movingWords.move.dialog

export type MoveBackCalls = Pick<BookingBridge, 'readStudy' | 'reschedule' | 'acknowledgeSettled'>

type Parts = {
  readonly calls: MoveBackCalls
  readonly notices: Notices
  /** Opens the confirmation of a move, in which the user can enter the reason that a stop requires. */
  readonly onAsk: (studyID: StudyID, place: DropPlace) => void
  /** Called when an appointment is back at its former time. */
  readonly onBack: (studyID: StudyID) => void
}

/**
 * Returns the function that shows the notice of a move, given the study after the move and before it. The notice offers
 * to move the appointment back with one press, under a key of its own. The notices close with the component, because a
 * move back may have to open a dialog of the component.
 */
export const useMoveBack = ({ calls, notices, onAsk, onBack }: Parts): ((read: ReadStudy, from: Study) => void) => {
  const offers = useRef(new Map<StudyID, string>())
  useEffect(() => {
    const open = offers.current
    return () => {
      for (const key of open.values()) notices.close(key)
      open.clear()
    }
  }, [notices])

  const tellRefusal = (failure: Failure, who: string): void => {
    const { title, text } = describeBookingFailure(failure)
    // The text about a taken time is for a form.
    const more = failure.code === 'slot-taken' ? '' : ` ${text}`
    notices.error({ title, description: `${words.notMovedBack(who)}${more}` })
  }

  const moveBack = async (done: DoneMove, who: string, location: Location): Promise<void> => {
    const { studyID } = done.to
    // The server changes the version too, for example when it has sent the email about the move.
    const present = await calls.readStudy({ studyID })
    if (!present.ok) return tellRefusal(present.failure, who)
    const back = toMoveBack(present.value.study, done)
    if (back === null) return tellRefusal(fail('stale', words.notMovedBack(who)).failure, who)
    const idempotencyKey = crypto.randomUUID()
    const reply = await calls.reschedule({ ...back, idempotencyKey, draftID: droppedDraftID(studyID) })
    if (!reply.ok && mayBeDone('bridge', false, reply.failure)) {
      // The status strip shows the move until its result is known.
      const { title } = describeBookingFailure(reply.failure)
      notices.warning({ title, description: words.mayBeMovedBack(who) })
      return
    }
    void calls.acknowledgeSettled({ idempotencyKey })
    if (reply.ok) {
      notices.success({ title: words.movedBack(who, describeMoveEnd(back, location, location.locationID)) })
      onBack(studyID)
    } else if (reply.failure.code === 'settle-reason-required') onAsk(studyID, back)
    else tellRefusal(reply.failure, who)
  }

  return ({ study, member, location }, from) => {
    const { studyID, booking } = study
    const who = describePerson(member)
    const earlier = offers.current.get(studyID)
    if (earlier !== undefined) notices.close(earlier)
    const done = { from, to: study }
    const onPress = (): void => {
      // A closing notice can still be pressed.
      if (offers.current.delete(studyID)) void moveBack(done, who, location)
    }
    const isOffered = toMoveBack(study, done) !== null
    const key = notices.success({
      title: words.moved(who, booking === null ? '' : describeNewPlace(booking, location, from)),
      ...(isOffered && { action: { label: words.moveBack, onPress, isUndo: true } }),
    })
    offers.current.set(studyID, key)
  }
}
