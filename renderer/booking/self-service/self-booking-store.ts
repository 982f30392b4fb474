import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import { mayBeDone } from '#contract/failures.ts'
import type { Failure } from '#contract/reply.ts'
import { decideSoldScans } from '#domain/booking/sold-scans.ts'
import type { Location } from '#domain/locations/location.ts'
import { genders } from '#domain/members/member.ts'
import {
  checkMemberForm,
  emptyMemberForm,
  type MemberFormField,
  type MemberFormValues,
} from '#domain/members/member-rules.ts'
import { toSafetyCase } from '#domain/safety/safety-assessment.ts'
import { findSettleNotices } from '#domain/safety/settle-rule.ts'
import { type SafetyDraft, toFirstSafetyDraft } from '#domain/safety/study-safety-draft.ts'
import type { Study } from '#domain/study/study.ts'
import type { Instant } from '#domain/values/instant.ts'
import { today } from '#domain/values/location-clock.ts'
import { defaultSkuID, type LocationID, type SkuID } from '#domain/values/location-id.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { Loadable } from '../../kit/loadable.ts'
import { findProhibition, hasNoAnswers, isSameCase, toAnswersToBook } from '../../safety/booking-safety.ts'
import { createSafetyFormStore, type SafetyFormState } from '../../safety/safety-form-store.ts'
import { chosenTime, createHoldStore, type HoldStore } from '../calendar/hold-store.ts'
import { createWeekStore, type WeekStore } from '../calendar/week-store.ts'
import { isToShareAgain } from './share-again.ts'

export type SignUp =
  | { readonly kind: 'typing' }
  | {
      readonly kind: 'incomplete'
      readonly alert: string
      readonly fields: Readonly<Partial<Record<MemberFormField, string>>>
    }
  | { readonly kind: 'pending' }
  | { readonly kind: 'refused'; readonly failure: Failure }
  /** It was sent and no answer came: sending the same again is safe. */
  | { readonly kind: 'unknown'; readonly failure: Failure }
  | { readonly kind: 'booked'; readonly study: Study }

type SelfBookingState = {
  readonly locations: Loadable<readonly Location[]>
  readonly location: Location | null
  readonly skuID: SkuID | null
  readonly values: MemberFormValues
  /** Who refers, on the referral page. */
  readonly referrer: string
  readonly signUp: SignUp
  readonly load: (wanted: { readonly locationID: LocationID | null; readonly skuID: SkuID | null }) => Promise<void>
  readonly chooseLocation: (location: Location) => void
  readonly chooseScanType: (skuID: SkuID) => void
  readonly type: (change: Partial<MemberFormValues>) => void
  readonly refer: (referrer: string) => void
  readonly book: () => Promise<void>
}
export type SelfBookingStore = StoreApi<SelfBookingState>

export type SelfBookingDesk = {
  readonly store: SelfBookingStore
  readonly week: WeekStore
  readonly hold: HoldStore
  /** The safety questions of the referral page; nothing is answered on the others. */
  readonly safety: StoreApi<SafetyFormState>
  /** Works the notices out again: the minute or the support line is another one. */
  readonly refreshSafety: () => void
  /** Ends the sharing of answers: the page is left. */
  readonly stop: () => void
}

/**
 * Milliseconds from the last answer until the answers are shared with the clinic, and until a failed try is repeated.
 * @internal Tests move their clock by it.
 */
export const shareQuietMs = 2000
const shareAgainMs = 15_000

type Options = {
  readonly bridge: Pick<Bridge, 'selfService' | 'on'>
  readonly now: () => Instant
  readonly newKey: () => string
  /** The referral page: who refers and the safety questions go with the booking (booking spec §2). */
  readonly isReferral: boolean
  readonly supportPhone: () => string | null
  /** Answers that were begun and could not go with the booking, for finishing them afterwards. */
  readonly onDraft: (studyID: StudyID, draft: SafetyDraft) => void
}

/** The scan type a member's page begins with: the one asked for, else the default one, else the first. */
const decideMemberScan = (location: Location, wanted: SkuID | null): SkuID | null => {
  const sold = decideSoldScans(location, 'self-service').map((scan) => scan.skuID)
  return sold.find((skuID) => skuID === wanted) ?? sold.find((skuID) => skuID === defaultSkuID) ?? sold[0] ?? null
}

/** The stores of the member's own booking page: place, week, hold and sign-up, without any staff session (booking spec §2). */
export const createSelfBookingDesk = (options: Options): SelfBookingDesk => {
  const { bridge, now, newKey, isReferral } = options
  const noCase = toSafetyCase({ gender: null, appointment: null, now: now() })
  const safety = createSafetyFormStore({ answers: {}, safetyCase: noCase, onChange: () => {} })
  const week = createWeekStore({
    read: ({ locationID, skuID, monday }) => bridge.selfService.readWeek({ locationID, skuID, monday }),
    findFirstFree: ({ locationID, skuID }) => bridge.selfService.findFirstFree({ locationID, skuID }),
    on: bridge.on,
    now,
  })
  const hold = createHoldStore({ calls: bridge.selfService, now })
  let idempotencyKey = newKey()
  const safetyDraftID = newKey()
  let timer: ReturnType<typeof setTimeout> | undefined

  const shareLater = (delayMs: number): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void share(), delayMs)
  }
  /** Shares the answers of a person who has signed up, and whose booking was refused: the clinic sees them when they call. */
  const share = async (): Promise<void> => {
    clearTimeout(timer)
    const { location, values, signUp } = store.getState()
    if (!isReferral || location === null || signUp.kind === 'booked' || signUp.kind === 'pending') return
    const checked = checkMemberForm(values, today(now(), location.timezone))
    if (checked.kind === 'incomplete') return
    const { answers } = safety.getState()
    const { locationID } = location
    const reply = await bridge.selfService.shareAnswers({ draft: checked.draft, locationID, answers, safetyDraftID })
    if (!reply.ok && isToShareAgain(reply.failure)) shareLater(shareAgainMs)
  }

  const store: SelfBookingStore = createStore<SelfBookingState>((set, get) => {
    const aim = (): void => {
      const { location, skuID } = get()
      if (location === null || skuID === null) return
      week.getState().aim({ locationID: location.locationID, skuID, memberType: null }, today(now(), location.timezone))
    }
    const isFrozen = (): boolean => ['pending', 'unknown', 'booked'].includes(get().signUp.kind)
    return {
      locations: { kind: 'idle' },
      location: null,
      skuID: null,
      values: emptyMemberForm,
      referrer: '',
      signUp: { kind: 'typing' },
      load: async (wanted) => {
        if (get().locations.kind !== 'ready') set({ locations: { kind: 'loading' } })
        const reply = await bridge.selfService.catalogue({})
        if (!reply.ok) {
          set({ locations: { kind: 'failed', failure: reply.failure } })
          return
        }
        const { locations } = reply.value
        const location = locations.find((each) => each.locationID === wanted.locationID) ?? locations[0] ?? null
        set({
          locations: { kind: 'ready', value: locations },
          location,
          skuID: location === null ? null : decideMemberScan(location, wanted.skuID),
        })
        aim()
      },
      chooseLocation: (location) => {
        if (isFrozen() || get().location?.locationID === location.locationID) return
        void hold.getState().clear()
        set({ location, skuID: decideMemberScan(location, get().skuID) })
        aim()
      },
      chooseScanType: (skuID) => {
        if (isFrozen() || get().skuID === skuID) return
        void hold.getState().clear()
        set({ skuID })
        aim()
      },
      type: (change) => {
        if (isFrozen()) return
        const { signUp, values, location } = get()
        const next = { ...values, ...change }
        hold.getState().noteActivity()
        // Once told what is missing, each field says so until it is mended.
        if (signUp.kind === 'incomplete' && location !== null) {
          const checked = checkMemberForm(next, today(now(), location.timezone))
          set({ values: next, signUp: checked.kind === 'incomplete' ? checked : { kind: 'typing' } })
        } else set({ values: next, signUp: { kind: 'typing' } })
      },
      refer: (referrer) => {
        if (isFrozen()) return
        hold.getState().noteActivity()
        set({ referrer })
      },
      book: async () => {
        const { location, skuID, values, signUp } = get()
        const { state } = hold.getState()
        if (location === null || skuID === null || state.kind !== 'held' || signUp.kind === 'pending') return
        const checked = checkMemberForm(values, today(now(), location.timezone))
        if (checked.kind === 'incomplete') {
          set({ signUp: checked })
          return
        }
        const { answers, assessment } = safety.getState()
        // What must be settled first is settled by phone, not by the member alone.
        if (findProhibition(assessment) !== null || findSettleNotices(assessment.notices).length > 0) return
        const wasUnknown = signUp.kind === 'unknown'
        set({ signUp: { kind: 'pending' } })
        const { draft } = checked
        const safetyAnswers = toAnswersToBook(assessment, draft.gender, now(), location.timezone)
        const referral = { referrer: get().referrer.trim(), safetyAnswers, safetyDraft: assessment.answers }
        const { locationID } = location
        const reply = await bridge.selfService.signUpAndBook({
          draft,
          locationID,
          skuID,
          hold: state.hold,
          ...(isReferral ? { referral, safetyDraftID } : {}),
          idempotencyKey,
        })
        if (reply.ok) {
          const isTaken = reply.value.safety.state === 'complete'
          if (!isTaken && !hasNoAnswers(answers))
            options.onDraft(reply.value.studyID, toFirstSafetyDraft(answers, now()))
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
        if (!hasNoAnswers(answers)) void share()
        if (['slot-taken', 'hold-lapsed', 'slot-in-past'].includes(reply.failure.code)) {
          await hold.getState().clear()
          void week.getState().refresh()
        }
      },
    }
  })

  const refreshSafety = (): void => {
    const { location, values } = store.getState()
    const utcStart = chosenTime(hold.getState())?.utcStart ?? null
    const next = toSafetyCase({
      gender: genders.find((gender) => gender === values.gender),
      appointment: { utcStart, timezone: location?.timezone },
      now: now(),
      supportPhone: options.supportPhone(),
    })
    const { safetyCase, setCase } = safety.getState()
    if (!isSameCase(safetyCase, next)) setCase(next)
  }
  store.subscribe((state, before) => {
    if (state.values !== before.values || state.location !== before.location) refreshSafety()
  })
  hold.subscribe((state, before) => {
    if (state.state !== before.state) refreshSafety()
  })
  safety.subscribe(({ answers }, before) => {
    if (answers === before.answers) return
    hold.getState().noteActivity()
    if (store.getState().signUp.kind === 'refused') store.setState({ signUp: { kind: 'typing' } })
    shareLater(shareQuietMs)
  })

  return { store, week, hold, safety, refreshSafety, stop: () => clearTimeout(timer) }
}
