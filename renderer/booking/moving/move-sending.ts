import type { RescheduleInput } from '#contract/booking/bridge.ts'
import type { Bridge } from '#contract/bridge.ts'
import { mayBeDone } from '#contract/failures.ts'
import { type Failure, fail } from '#contract/reply.ts'
import { noSettleTick } from '#domain/safety/settle-rule.ts'
import type { Study } from '#domain/study/study.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { Drafts } from '../../session/drafts.ts'
import { emptyManualTime } from '../booking-draft.ts'
import type { HoldStore } from '../calendar/hold-store.ts'
import type { WeekStore } from '../calendar/week-state.ts'
import type { OpenRequest } from '../open-request.ts'
import { isHeldAgain } from './hold-again.ts'
import { toMoveBack } from './move-back.ts'
import { decideMoveSettle } from './move-settle.ts'
import { movingWords } from './moving-words.ts'
import { type StudyBookingState, type StudyBookingStore, toMovePlace } from './study-booking-state.ts'
import type { StudyReading } from './study-reading.ts'

const words = movingWords.move

type Parts = {
  readonly store: StudyBookingStore
  readonly week: WeekStore
  readonly hold: HoldStore
  readonly reading: StudyReading
  readonly request: OpenRequest<RescheduleInput>
  readonly calls: Pick<Bridge['booking'], 'reschedule' | 'acknowledgeSettled'>
  readonly drafts: Drafts
  readonly draftID: string
  readonly studyID: StudyID
  /** Returns whether the page is shown. */
  readonly isShown: () => boolean
  readonly now: () => Instant
}

/** Creates the actions that send a move and apply its result. */
export const createMoveSending = (parts: Parts): Pick<StudyBookingState, 'reschedule' | 'moveBack'> => {
  const { store, week, hold, reading, request, calls, drafts, draftID, studyID, isShown, now } = parts
  const { getState: get, setState: set } = store

  /** Reports to main that the result was shown. If the page is closed, the status strip lists it instead. */
  const acknowledge = ({ idempotencyKey }: RescheduleInput): void => {
    if (isShown()) void calls.acknowledgeSettled({ idempotencyKey })
  }

  const takeMoved = async (study: Study, input: RescheduleInput, from: Study): Promise<void> => {
    request.end()
    hold.getState().consume()
    const { form } = get()
    set({
      move: { kind: 'moved', from, to: study },
      changedMeanwhile: [],
      settleAskedFor: null,
      form:
        form === null
          ? null
          : { ...form, manual: emptyManualTime, overrideReason: '', temporaryHold: false, ...noSettleTick },
    })
    reading.takeStudy(study)
    acknowledge(input)
    await drafts.discard(draftID)
    void week.getState().refresh()
  }

  const takeRefused = async (failure: Failure, input: RescheduleInput): Promise<void> => {
    request.end()
    const isAsked = failure.code === 'settle-reason-required'
    set({
      move: { kind: 'refused', failure },
      settleAskedFor: isAsked ? input.utcStart : get().settleAskedFor,
    })
    acknowledge(input)
    if (failure.code === 'stale' || failure.code === 'already-cancelled') await reading.reread()
    else void week.getState().refresh()
  }

  const send = async (input: RescheduleInput, from: Study): Promise<void> => {
    const wasUnknown = get().move.kind === 'unknown'
    request.begin(input)
    set({ move: { kind: 'pending' }, restoredFrom: null, restoredTime: null })
    const reply = await calls.reschedule(input)
    if (reply.ok) await takeMoved(reply.value, input, from)
    else if (mayBeDone('bridge', wasUnknown, reply.failure)) {
      set({ move: { kind: 'unknown', failure: reply.failure } })
    } else await takeRefused(reply.failure, input)
  }

  return {
    reschedule: async () => {
      const study = reading.current()
      const { move, form } = get()
      if (study === null || move.kind === 'pending') return
      const sent = request.sent()
      if (move.kind === 'unknown' && sent !== null) return send(sent, study)
      const place = toMovePlace(form, hold.getState().state)
      const { study: read, safety, settleAskedFor } = get()
      if (place === null || form === null || read.kind !== 'ready') return
      const { state: settle } = decideMoveSettle({
        read: read.value,
        form,
        start: place.utcStart,
        safety,
        settleAskedFor,
        now: now(),
        supportPhone: null,
      })
      if (settle.kind === 'not-ticked' || settle.kind === 'reason-missing') {
        const { failure } = fail('settle-reason-required', words.reasonFirst)
        set({ move: { kind: 'refused', failure } })
        return
      }
      const settleReason = settle.kind === 'given' ? settle.reason : null
      const { version } = study
      const input = { ...place, studyID, version, settleReason, idempotencyKey: request.key(), draftID }
      await send(isHeldAgain(study, form, place) ? { ...input, temporaryHold: true } : input, study)
    },
    moveBack: async () => {
      const done = get().move
      if (done.kind !== 'moved') return
      // The server changes the version too, for example when it has sent the email about the move.
      await reading.reread()
      const study = reading.current()
      if (study === null || get().move !== done) return
      const back = toMoveBack(study, done)
      if (back === null) return
      await send({ ...back, idempotencyKey: request.key(), draftID }, study)
      const { move } = get()
      if (move.kind !== 'refused' || move.failure.code !== 'settle-reason-required') return
      const { locationID, skuID, utcStart, machineID, slotSelectionType } = back
      hold.getState().choose({ locationID, skuID, utcStart, candidates: [machineID], slotSelectionType })
    },
  }
}
