import type { Bridge } from '#contract/bridge.ts'
import { mayBeDone } from '#contract/failures.ts'
import { checkMemberForm } from '#domain/members/member-rules.ts'
import { findSettleNotices } from '#domain/safety/settle-rule.ts'
import { type SafetyDraft, toFirstSafetyDraft } from '#domain/safety/study-safety-draft.ts'
import type { Instant } from '#domain/values/instant.ts'
import { todayAt } from '#domain/values/location-clock.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { findProhibition, hasNoAnswers, toAnswersToBook } from '../../safety/booking-safety.ts'
import type { AnswerSharing } from './answer-sharing.ts'
import type { SelfBookingDesk, SelfBookingState } from './self-booking-state.ts'

type Parts = {
  readonly stores: Pick<SelfBookingDesk, 'store' | 'week' | 'hold' | 'safety'>
  readonly sharing: Pick<AnswerSharing, 'share'>
  readonly calls: Pick<Bridge['selfService'], 'signUpAndBook'>
  /** The id of the draft in which the clinic stores the shared answers. */
  readonly safetyDraftID: string
  readonly isReferral: boolean
  readonly now: () => Instant
  readonly newKey: () => string
  /** Receives the answers if they are incomplete when the booking is made; the member completes them afterwards. */
  readonly onDraft: (studyID: StudyID, draft: SafetyDraft) => void
}

/** Creates the action that signs a person up and books the held time. */
export const createSignUpSending = (parts: Parts): Pick<SelfBookingState, 'book'> => {
  const { stores, sharing, calls, safetyDraftID, isReferral, now, newKey, onDraft } = parts
  const { store, week, hold, safety } = stores
  const { getState: get, setState: set } = store
  let idempotencyKey = newKey()

  return {
    book: async () => {
      const { location, skuID, values, signUp, language } = get()
      const { state } = hold.getState()
      if (location === null || skuID === null || state.kind !== 'held' || signUp.kind === 'pending') return
      const checked = checkMemberForm(values, todayAt(now(), location.timezone), language)
      if (checked.kind === 'incomplete') {
        set({ signUp: checked })
        return
      }
      const { answers, assessment } = safety.getState()
      // A stop needs a call to the clinic; the member cannot settle it alone.
      if (findProhibition(assessment) !== null || findSettleNotices(assessment.notices).length > 0) return
      const wasUnknown = signUp.kind === 'unknown'
      set({ signUp: { kind: 'pending' } })
      const { draft } = checked
      const safetyAnswers = toAnswersToBook(assessment, draft.gender, now(), location.timezone)
      const referral = { referrer: get().referrer.trim(), safetyAnswers, safetyDraft: assessment.answers }
      const { locationID } = location
      const reply = await calls.signUpAndBook({
        draft,
        locationID,
        skuID,
        hold: state.hold,
        ...(isReferral ? { referral, safetyDraftID } : {}),
        idempotencyKey,
      })
      if (reply.ok) {
        const isTaken = reply.value.safety.state === 'complete'
        if (!isTaken && !hasNoAnswers(answers)) onDraft(reply.value.studyID, toFirstSafetyDraft(answers, now()))
        hold.getState().consume()
        set({ signUp: { kind: 'booked', study: reply.value } })
        return
      }
      if (mayBeDone('bridge', wasUnknown, reply.failure)) {
        set({ signUp: { kind: 'unknown', failure: reply.failure } })
        return
      }
      idempotencyKey = newKey()
      set({ signUp: { kind: 'refused', failure: reply.failure } })
      if (!hasNoAnswers(answers)) void sharing.share()
      if (['slot-taken', 'hold-lapsed', 'slot-in-past'].includes(reply.failure.code)) {
        await hold.getState().clear()
        void week.getState().refresh()
      }
    },
  }
}
