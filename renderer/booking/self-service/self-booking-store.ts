import { createStore } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import { decideSoldScans } from '#domain/booking/sold-scans.ts'
import type { Location } from '#domain/locations/location.ts'
import { genders } from '#domain/members/member.ts'
import { checkMemberForm, emptyMemberForm } from '#domain/members/member-rules.ts'
import { toSafetyCase } from '#domain/safety/safety-assessment.ts'
import type { SafetyDraft } from '#domain/safety/study-safety-draft.ts'
import type { Instant } from '#domain/values/instant.ts'
import { standardLanguage, type TextLanguage, toRecordLanguage } from '#domain/values/language.ts'
import { todayAt } from '#domain/values/location-clock.ts'
import { defaultSkuID, type SkuID } from '#domain/values/location-id.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { isSameCase } from '../../safety/booking-safety.ts'
import { createSafetyFormStore } from '../../safety/safety-form-store.ts'
import { chosenTime, createHoldStore } from '../calendar/hold-store.ts'
import { createWeekStore } from '../calendar/week-store.ts'
import { createAnswerSharing } from './answer-sharing.ts'
import type { SelfBookingDesk, SelfBookingState, SelfBookingStore, SignUp } from './self-booking-state.ts'
import { createSignUpSending } from './sign-up-sending.ts'

type Options = {
  readonly bridge: Pick<Bridge, 'selfService' | 'on'>
  readonly now: () => Instant
  readonly newKey: () => string
  /** True on the referral page: the referrer and the safety answers are sent with the booking (booking spec §2). */
  readonly isReferral: boolean
  readonly supportPhone: () => string | null
  /** Receives the answers if they are incomplete when the booking is made; the member completes them afterwards. */
  readonly onDraft: (studyID: StudyID, draft: SafetyDraft) => void
}

/** Returns the scan type that a member's page preselects: the wanted one, else the default one, else the first. */
const decideMemberScan = (location: Location, wanted: SkuID | null): SkuID | null => {
  const sold = decideSoldScans(location, 'self-service').map((scan) => scan.skuID)
  return sold.find((skuID) => skuID === wanted) ?? sold.find((skuID) => skuID === defaultSkuID) ?? sold[0] ?? null
}

/** Returns whether the booking is sent: what was typed must stay as it was sent. */
const isSent = ({ kind }: SignUp): boolean => ['pending', 'unknown', 'booked'].includes(kind)

/** Returns the change to another language: of the new member's record, and of the alerts of an incomplete form. */
const toOtherLanguage = (
  { signUp, location, values: typed }: SelfBookingState,
  language: TextLanguage,
  now: Instant,
): Partial<SelfBookingState> => {
  if (isSent(signUp)) return { language }
  const values = { ...typed, language: toRecordLanguage(language) }
  if (signUp.kind !== 'incomplete' || location === null) return { language, values }
  const checked = checkMemberForm(values, todayAt(now, location.timezone), language)
  return { language, values, signUp: checked.kind === 'incomplete' ? checked : { kind: 'typing' } }
}

/**
 * Creates the stores of the member's own booking page: place, week, hold and sign-up, without a staff session (booking
 * spec §2).
 */
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
  const store: SelfBookingStore = createStore<SelfBookingState>((set, get) => {
    const aim = (): void => {
      const { location, skuID } = get()
      if (location === null || skuID === null) return
      week
        .getState()
        .aim({ locationID: location.locationID, skuID, memberType: null }, todayAt(now(), location.timezone))
    }
    const isFrozen = (): boolean => isSent(get().signUp)
    return {
      locations: { kind: 'idle' },
      location: null,
      skuID: null,
      values: emptyMemberForm,
      language: standardLanguage,
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
        const { signUp, values, location, language } = get()
        const next = { ...values, ...change }
        hold.getState().noteActivity()
        // After the user has submitted an incomplete form, each incomplete field shows its error until it is corrected.
        if (signUp.kind === 'incomplete' && location !== null) {
          const checked = checkMemberForm(next, todayAt(now(), location.timezone), language)
          set({ values: next, signUp: checked.kind === 'incomplete' ? checked : { kind: 'typing' } })
        } else set({ values: next, signUp: { kind: 'typing' } })
      },
      speak: (language) => set(toOtherLanguage(get(), language, now())),
      refer: (referrer) => {
        if (isFrozen()) return
        hold.getState().noteActivity()
        set({ referrer })
      },
      book: () => sending.book(),
    }
  })

  const safetyDraftID = newKey()
  const calls = bridge.selfService
  const sharing = createAnswerSharing({ stores: { store, safety }, calls, safetyDraftID, isReferral, now })
  const sending = createSignUpSending({
    stores: { store, week, hold, safety },
    sharing,
    calls,
    safetyDraftID,
    isReferral,
    now,
    newKey,
    onDraft: options.onDraft,
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
    sharing.shareSoon()
  })

  return { store, week, hold, safety, refreshSafety, stop: sharing.stop }
}
