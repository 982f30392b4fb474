import { createStore, type StoreApi } from 'zustand/vanilla'
import type { BookInput } from '#contract/booking/bridge.ts'
import type { Bridge } from '#contract/bridge.ts'
import { mayBeDone } from '#contract/failures.ts'
import type { Failure } from '#contract/reply.ts'
import type { Location } from '#domain/locations/location.ts'
import { fullName, type Member, type MemberID } from '#domain/members/member.ts'
import type { BookingSafetyDraft } from '#domain/safety/booking-safety-draft.ts'
import type { Answers } from '#domain/safety/question.ts'
import { toSafetyCase } from '#domain/safety/safety-assessment.ts'
import { decideSettle, noSettleTick, toSettleGround } from '#domain/safety/settle-rule.ts'
import { safetyDraftID, toFirstSafetyDraft } from '#domain/safety/study-safety-draft.ts'
import { findOtherBookings } from '#domain/study/member-appointments.ts'
import type { Study } from '#domain/study/study.ts'
import type { Instant } from '#domain/values/instant.ts'
import { today } from '#domain/values/location-clock.ts'
import { defaultSkuID, type LocationID, type SkuID } from '#domain/values/location-id.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { Loadable } from '../../kit/loadable.ts'
import {
  type AnswersSetAside,
  decideMemberChange,
  findProhibition,
  hasNoAnswers,
  isSameCase,
  toAnswersToBook,
  withoutMember,
} from '../../safety/booking-safety.ts'
import { createSafetyFormStore, type SafetyFormState } from '../../safety/safety-form-store.ts'
import type { Drafts } from '../../session/drafts.ts'
import {
  type BookingDraft,
  type BookingForm,
  bookingDraftSchema,
  emptyBookingForm,
  emptyManualTime,
} from '../booking-draft.ts'
import { toPlace } from '../booking-place.ts'
import { chosenTime, createHoldStore, type HoldStore } from '../calendar/hold-store.ts'
import { createWeekStore, type WeekStore } from '../calendar/week-store.ts'
import { createMemberAppointmentsStore, type MemberAppointmentsStore } from './member-appointments-store.ts'
import { createOtherAnswersStore, findProhibitionElsewhere, type OtherAnswersStore } from './other-answers-store.ts'

/** How far the booking itself is. */
export type BookingCommit =
  | { readonly kind: 'idle' }
  | { readonly kind: 'pending' }
  | { readonly kind: 'refused'; readonly failure: Failure }
  /** It was sent and no answer came: it may stand or not. Only the same booking can be sent again. */
  | { readonly kind: 'unknown'; readonly failure: Failure }
  | { readonly kind: 'booked'; readonly study: Study; readonly member: Member; readonly location: Location }

type BookingStoreState = {
  readonly form: BookingForm
  readonly member: Loadable<Member>
  readonly commit: BookingCommit
  /** The time was given up because this changed; null when it was not. */
  readonly timeClearedBy: 'location' | 'scan-type' | null
  /** When the draft that is back was saved; null when there is none or it was acknowledged. */
  readonly restoredFrom: Instant | null
  readonly isReady: boolean
  /** Counts the forms that were begun: fields that showed what is missing start again with the next one. */
  readonly round: number
  /** Safety answers of members who were exchanged for another, one entry for each member. */
  readonly setAside: readonly AnswersSetAside[]
  /** Book was pressed, and the back office knew of another appointment that was not on the screen: nothing was sent. */
  readonly foundOthersAtBook: boolean
  /** Safety answers of an older draft that were given with no member chosen; no one gets them unasked. */
  readonly unassigned: Answers | null
  /** The study just booked whose safety questions somebody chose to answer later; the panel may be drawn anew, the choice stays. */
  readonly laterStudyID: StudyID | null
  readonly answerLater: (studyID: StudyID) => void
  /** Back to the member whose answers were set aside, and to the answers. */
  readonly takeBack: (memberID: MemberID) => Promise<void>
  /** Deletes what is set aside for this member. */
  readonly dismissSetAside: (memberID: MemberID) => void
  /** Gives the unassigned answers to the member chosen now, under what was answered for them since. */
  readonly assignAnswers: () => void
  readonly deleteUnassigned: () => void
  /** Changes what was decided, except member, location and scan type. */
  readonly update: (change: Partial<Omit<BookingForm, 'memberID' | 'locationID' | 'skuID'>>) => void
  readonly chooseMember: (member: Member | null) => void
  readonly chooseMemberID: (memberID: MemberID) => Promise<void>
  readonly chooseLocation: (location: Location) => void
  readonly chooseScanType: (skuID: SkuID) => void
  readonly book: () => Promise<void>
  /** Everything back to empty, the hold given back. */
  readonly discard: () => Promise<void>
  readonly dismissRestored: () => void
  /** After a booking: the next one, for the same location. */
  readonly startOver: () => void
}
type BookingStore = StoreApi<BookingStoreState>

/** A booking page's stores: the form, the weeks and the hold. */
export type BookingDesk = {
  readonly booking: BookingStore
  readonly week: WeekStore
  readonly hold: HoldStore
  /** The chosen member's other appointments. */
  readonly appointments: MemberAppointmentsStore
  /** What other desks, or the member, answered to the safety questions before a booking. */
  readonly others: OtherAnswersStore
  /** Goes on from another desk's answers: `answers` are this desk's with those taken over. */
  readonly takeOver: (draft: BookingSafetyDraft, answers: Answers) => void
  /** The safety questions, about the chosen member and against the chosen time (booking spec §2). */
  readonly safety: StoreApi<SafetyFormState>
  /** Works the notices out again: the minute or the support line is another one. */
  readonly refreshSafety: () => void
  readonly readDay: Bridge['booking']['readDay']
  /**
   * Restores the draft and listens until the returned function is called with whether the page is left for good; then the
   * hold is given back.
   */
  readonly start: (
    locations: () => readonly Location[],
    defaultLocationID: LocationID | null,
  ) => (isLeft: boolean) => void
}

type BookingDeskOptions = {
  readonly bridge: Bridge
  readonly drafts: Drafts
  readonly draftID: string
  readonly now: () => Instant
  readonly newKey: () => string
  /** The line quoted in safety notices; null where none is known. */
  readonly supportPhone: () => string | null
}

/** The scan type to keep at another location: the same where it is sold, else the default one, else the first. */
export const decideScanType = (location: Location, wanted: SkuID | null): SkuID | null => {
  const sold = location.catalog.primary.map((scan) => scan.skuID)
  return sold.find((skuID) => skuID === wanted) ?? sold.find((skuID) => skuID === defaultSkuID) ?? sold[0] ?? null
}

/** Creates the stores of one booking page. `drafts` keeps the form; `newKey` makes idempotency keys. */
export const createBookingDesk = (options: BookingDeskOptions): BookingDesk => {
  const { bridge, drafts, draftID, now, newKey } = options
  const week = createWeekStore({
    read: (input) => bridge.booking.readWeek(input),
    findFirstFree: (input) => bridge.booking.findFirstFree(input),
    on: bridge.on,
    now,
  })
  const hold = createHoldStore({ calls: bridge.booking, now })
  const appointments = createMemberAppointmentsStore(bridge.members)
  const others = createOtherAnswersStore(bridge.safety, draftID)
  const noCase = toSafetyCase({ gender: null, appointment: null, now: now() })
  const safety = createSafetyFormStore({ answers: {}, safetyCase: noCase, onChange: () => {} })
  let idempotencyKey = newKey()
  let sent: BookInput | null = null
  let isShown = false
  /** The page was left for good; its hold goes back. */
  let isLeftForGood = false
  let locations: () => readonly Location[] = () => []
  let listen: () => () => void = () => () => {}

  const findLocation = (locationID: LocationID | null): Location | undefined =>
    locations().find((location) => location.locationID === locationID)

  const booking: BookingStore = createStore<BookingStoreState>((set, get) => {
    const aim = (): void => {
      const { locationID, skuID, memberType } = get().form
      const location = findLocation(locationID)
      if (location === undefined || skuID === null) return
      week.getState().aim({ locationID: location.locationID, skuID, memberType }, today(now(), location.timezone))
    }

    const giveUpTime = (because: 'location' | 'scan-type'): void => {
      if (chosenTime(hold.getState()) === null) return
      set({ timeClearedBy: because })
      void hold.getState().clear()
    }

    const isFrozen = (): boolean => get().commit.kind === 'pending' || get().commit.kind === 'unknown'

    /** No member inherits the answers of another: they go aside with their member, and come back with them. */
    const changeMember = (to: MemberID | null): void => {
      const { form, member, setAside, unassigned } = get()
      const name = member.kind === 'ready' ? fullName(member.value) : 'the member before'
      const from = form.memberID === null ? null : { memberID: form.memberID, name }
      const { answers } = safety.getState()
      const decided = decideMemberChange({ answers, setAside, unassigned }, from, to)
      // A tick is for this member's notices, so it does not count for the next one.
      const tick = form.memberID === to ? {} : noSettleTick
      set({
        form: { ...form, memberID: to, ...tick },
        setAside: decided.setAside,
        unassigned: decided.unassigned,
        foundOthersAtBook: false,
      })
      if (decided.answers === answers) return
      // The sex known so far is that of the member before; what the other one was asked must not be taken away for it.
      safety.getState().setCase({ ...safety.getState().safetyCase, gender: null })
      safety.getState().replace(decided.answers)
    }

    /**
     * Asks the back office for the member's appointments once more before booking; false where it knows of one that was not
     * on the screen. Where it cannot be asked, the page says that, and the booking goes on.
     */
    const hasSeenOthers = async (): Promise<boolean> => {
      const { list } = appointments.getState()
      const seen = list.kind === 'ready' ? findOtherBookings(list.value.studies, now()) : []
      const read = await appointments.getState().refresh()
      if (read === null) return true
      return findOtherBookings(read.studies, now()).every((other) => seen.some((one) => one.studyID === other.studyID))
    }

    /** Answers the booking did not take along become the draft of the new study, before that of the booking goes. */
    const keepForStudy = async (study: Study): Promise<void> => {
      const { answers } = safety.getState()
      if (study.safety.state === 'complete' || hasNoAnswers(answers)) return
      drafts.keep(safetyDraftID(study.studyID), toFirstSafetyDraft(answers, now()))
      await drafts.flush()
    }

    const settleBooked = async (study: Study, key: string): Promise<void> => {
      const { member } = get()
      const location = findLocation(study.locationID)
      if (member.kind !== 'ready' || location === undefined) return
      sent = null
      idempotencyKey = newKey()
      hold.getState().consume()
      const kept = keepForStudy(study)
      // The answers of members who are not booked stay.
      const setAside = withoutMember(get().setAside, member.value.patientID)
      set({ commit: { kind: 'booked', study, member: member.value, location }, setAside })
      acknowledge(key)
      void appointments.getState().refresh()
      safety.getState().replace({})
      await kept
      await keepOrDiscard()
      await drafts.flush()
    }

    /** Tells main that the end was drawn. A page that is not there leaves it to the list of the status strip. */
    const acknowledge = (key: string): void => {
      if (isShown) void bridge.booking.acknowledgeSettled({ idempotencyKey: key })
    }

    const send = async (input: BookInput): Promise<void> => {
      const wasUnknown = get().commit.kind === 'unknown'
      sent = input
      set({ commit: { kind: 'pending' }, restoredFrom: null })
      const reply = await bridge.booking.book(input)
      // Told by an event meanwhile, which a late answer does not change.
      if (sent !== input) return
      if (reply.ok) return settleBooked(reply.value, input.idempotencyKey)
      if (mayBeDone('bridge', wasUnknown, reply.failure)) {
        set({ commit: { kind: 'unknown', failure: reply.failure } })
        return
      }
      sent = null
      idempotencyKey = newKey()
      set({ commit: { kind: 'refused', failure: reply.failure } })
      acknowledge(input.idempotencyKey)
      // A hold that is gone is not shown as if it stood.
      if (['slot-taken', 'hold-lapsed', 'hold-of-someone-else', 'slot-in-past'].includes(reply.failure.code)) {
        if (input.override === null && reply.failure.code !== 'slot-taken') void hold.getState().clear()
        void week.getState().refresh()
      }
    }

    listen = () => {
      const stops = [
        bridge.on('booking.settled', ({ idempotencyKey: key, outcome }) => {
          // A page that was loaded again has sent nothing itself, and still has the key from its draft.
          if (key !== idempotencyKey || get().commit.kind === 'booked') return
          if (outcome.kind === 'booked') void settleBooked(outcome.study, key)
          if (outcome.kind !== 'refused') return
          sent = null
          idempotencyKey = newKey()
          set({ commit: { kind: 'refused', failure: { code: 'study-not-bookable', message: outcome.message } } })
          acknowledge(key)
        }),
        bridge.on('members.changed', ({ memberID }) => {
          if (memberID === get().form.memberID) void get().chooseMemberID(memberID)
        }),
        bridge.on('booking.studyChanged', ({ studyID }) => {
          const { list } = appointments.getState()
          const isListed = list.kind === 'ready' && list.value.studies.some((study) => study.studyID === studyID)
          if (isListed) void appointments.getState().refresh()
        }),
        bridge.on('bridge.gap', () => void appointments.getState().refresh()),
        bridge.on('connectivity.changed', ({ state }) => {
          // From this computer's copy appointments at other locations were missing.
          if (state !== 'online') return
          void appointments.getState().refresh()
          void others.getState().refresh()
        }),
        bridge.on('bridge.gap', () => void others.getState().refresh()),
      ]
      isShown = true
      isLeftForGood = false
      return () => {
        isShown = false
        for (const stop of stops) stop()
      }
    }

    return {
      form: emptyBookingForm,
      member: { kind: 'idle' },
      commit: { kind: 'idle' },
      timeClearedBy: null,
      restoredFrom: null,
      isReady: false,
      round: 0,
      setAside: [],
      foundOthersAtBook: false,
      unassigned: null,
      laterStudyID: null,
      answerLater: (studyID) => set({ laterStudyID: studyID }),
      takeBack: async (memberID) => {
        const { setAside, commit } = get()
        if (isFrozen() || !setAside.some((entry) => entry.memberID === memberID)) return
        if (commit.kind === 'booked') get().startOver()
        await get().chooseMemberID(memberID)
      },
      dismissSetAside: (memberID) => {
        set({ setAside: withoutMember(get().setAside, memberID) })
        void keepOrDiscard()
      },
      assignAnswers: () => {
        const { member, unassigned } = get()
        if (member.kind !== 'ready' || unassigned === null || isFrozen()) return
        set({ unassigned: null })
        safety.getState().replace({ ...unassigned, ...safety.getState().answers })
        void keepOrDiscard()
      },
      deleteUnassigned: () => {
        set({ unassigned: null })
        void keepOrDiscard()
      },
      update: (change) => {
        if (isFrozen()) return
        set({ form: { ...get().form, ...change }, commit: { kind: 'idle' } })
        if ('memberType' in change) aim()
      },
      chooseMember: (member) => {
        if (isFrozen()) return
        if (get().commit.kind === 'booked') get().startOver()
        changeMember(member?.patientID ?? null)
        set({
          member: member === null ? { kind: 'idle' } : { kind: 'ready', value: member },
          commit: { kind: 'idle' },
        })
      },
      chooseMemberID: async (memberID) => {
        changeMember(memberID)
        const { member } = get()
        if (member.kind !== 'ready' || member.value.patientID !== memberID) set({ member: { kind: 'loading' } })
        const reply = await bridge.members.read({ memberID })
        if (get().form.memberID !== memberID) return
        if (reply.ok) set({ member: { kind: 'ready', value: reply.value } })
        else if (get().member.kind !== 'ready') set({ member: { kind: 'failed', failure: reply.failure } })
      },
      chooseLocation: (location) => {
        const { form } = get()
        if (isFrozen() || form.locationID === location.locationID) return
        const skuID = decideScanType(location, form.skuID)
        giveUpTime('location')
        set({
          form: { ...form, locationID: location.locationID, skuID, manual: emptyManualTime },
          commit: { kind: 'idle' },
        })
        aim()
      },
      chooseScanType: (skuID) => {
        const { form } = get()
        if (isFrozen() || form.skuID === skuID) return
        giveUpTime('scan-type')
        set({ form: { ...form, skuID, manual: { ...form.manual, machineID: null } }, commit: { kind: 'idle' } })
        aim()
      },
      book: async () => {
        const { form, member, commit } = get()
        if (commit.kind === 'pending') return
        if (commit.kind === 'unknown' && sent !== null) return send(sent)
        const { state } = hold.getState()
        const place = toPlace(state, form)
        const location = findLocation(form.locationID)
        if (place === null || member.kind !== 'ready' || location === undefined) return
        const { assessment } = safety.getState()
        if (findProhibition(assessment) !== null) return
        const settle = decideSettle(toSettleGround(assessment.notices), form)
        if (settle.kind === 'not-ticked' || settle.kind === 'reason-missing') return
        set({ commit: { kind: 'pending' }, foundOthersAtBook: false, restoredFrom: null })
        const [isSeen] = await Promise.all([hasSeenOthers(), others.getState().refresh()])
        const after = get()
        if (after.commit.kind !== 'pending') return
        const stillPlace = toPlace(hold.getState().state, form)
        const isSamePlace = stillPlace !== null && stillPlace.hold?.eventID === place.hold?.eventID
        // A member who was only read again is the same, field by field.
        const isSame = JSON.stringify([after.form, after.member]) === JSON.stringify([form, member])
        // What was pressed for is not there any more: the page was left, the hold lapsed, or the member's details changed.
        if (isLeftForGood || !isSame || !isSamePlace) {
          set({ commit: { kind: 'idle' } })
          return
        }
        if (!isSeen) {
          set({ commit: { kind: 'idle' }, foundOthersAtBook: true })
          return
        }
        const { answers, safetyCase } = safety.getState()
        if (findProhibitionElsewhere(others.getState(), answers, safetyCase) !== null) {
          set({ commit: { kind: 'idle' } })
          return
        }
        await send({
          ...stillPlace,
          patientID: member.value.patientID,
          memberType: form.memberType,
          referralType: form.referralType,
          referrer: form.referrer,
          sedativeTaken: form.sedativeTaken,
          opportunityID: form.opportunityID,
          temporaryHold: form.temporaryHold,
          safetyAnswers: toAnswersToBook(assessment, member.value.gender, now(), location.timezone),
          settleReason: settle.kind === 'given' ? settle.reason : null,
          safetyDraft: hasNoAnswers(assessment.answers) ? null : assessment.answers,
          idempotencyKey,
          draftID,
        })
      },
      discard: async () => {
        const { form, commit } = get()
        if (commit.kind === 'pending') return
        sent = null
        idempotencyKey = newKey()
        set({
          form: {
            ...emptyBookingForm,
            locationID: form.locationID,
            skuID: form.skuID,
            opportunityID: form.opportunityID,
          },
          member: { kind: 'idle' },
          round: get().round + 1,
          commit: { kind: 'idle' },
          timeClearedBy: null,
          restoredFrom: null,
          setAside: [],
          unassigned: null,
        })
        safety.getState().replace({})
        aim()
        await hold.getState().clear()
        hold.getState().dismiss()
        await drafts.discard(draftID)
      },
      dismissRestored: () => set({ restoredFrom: null }),
      startOver: () => {
        const { form } = get()
        set({
          form: { ...emptyBookingForm, locationID: form.locationID, skuID: form.skuID },
          member: { kind: 'idle' },
          round: get().round + 1,
          commit: { kind: 'idle' },
          timeClearedBy: null,
        })
        safety.getState().replace({})
        aim()
        void week.getState().refresh()
      },
    }
  })

  const keep = (): void => {
    if (booking.getState().commit.kind !== 'booked') void keepOrDiscard()
  }

  /** Writes the draft, or removes it where nothing is in it. Of a form that is booked only the answers of others are kept. */
  const keepOrDiscard = async (): Promise<void> => {
    const { commit, isReady, setAside, unassigned, ...rest } = booking.getState()
    if (!isReady) return
    const isBooked = commit.kind === 'booked'
    const { locationID, skuID } = rest.form
    const form = isBooked ? { ...emptyBookingForm, locationID, skuID } : rest.form
    const answers = isBooked ? {} : safety.getState().answers
    const { state } = hold.getState()
    const held = state.kind === 'held' && !isBooked ? state : null
    const isEmpty =
      form.memberID === null &&
      held === null &&
      setAside.length === 0 &&
      unassigned === null &&
      hasNoAnswers(answers) &&
      (isBooked ||
        JSON.stringify({ ...form, locationID: null, skuID: defaultSkuID }) === JSON.stringify(emptyBookingForm))
    if (isEmpty) {
      await drafts.discard(draftID)
      return
    }
    const draft: BookingDraft = {
      form,
      safetyAnswers: answers,
      setAside: [...setAside],
      unassigned,
      chosen: held === null ? null : { ...held.chosen, candidates: [...held.chosen.candidates] },
      hold: held?.hold ?? null,
      idempotencyKey,
      savedAt: now(),
    }
    drafts.keep(draftID, draft)
  }

  const restore = async (defaultLocationID: LocationID | null): Promise<void> => {
    const draft = bookingDraftSchema.safeParse(await drafts.read(draftID)).data ?? null
    const location = findLocation(draft?.form.locationID ?? null) ?? findLocation(defaultLocationID) ?? locations()[0]
    const form = draft?.form ?? booking.getState().form
    const memberID = booking.getState().form.memberID ?? form.memberID
    const kept = {
      answers: draft?.safetyAnswers ?? {},
      setAside: draft?.setAside ?? [],
      unassigned: draft?.unassigned ?? null,
    }
    // The address may name another member than the one the draft is about.
    const from = form.memberID === null ? null : { memberID: form.memberID, name: 'the member before' }
    const given = decideMemberChange(kept, draft === null ? null : from, memberID)
    safety.getState().replace(given.answers)
    // A tick is for the notices of the member that the draft is about.
    const tick = form.memberID === memberID ? {} : noSettleTick
    booking.setState({
      setAside: given.setAside,
      unassigned: given.unassigned,
      form: {
        ...form,
        ...tick,
        memberID,
        opportunityID: booking.getState().form.opportunityID ?? form.opportunityID,
        locationID: location?.locationID ?? null,
        skuID: location === undefined ? form.skuID : decideScanType(location, form.skuID),
      },
      restoredFrom: draft?.savedAt ?? null,
      isReady: true,
    })
    if (draft !== null) {
      // The same key also where it was sent already: what was booked then is answered again rather than booked twice.
      idempotencyKey = draft.idempotencyKey
      if (memberID !== null) void booking.getState().chooseMemberID(memberID)
      const isHere = draft.chosen !== null && draft.chosen.locationID === location?.locationID
      if (draft.chosen !== null && draft.hold !== null && isHere) void hold.getState().adopt(draft.chosen, draft.hold)
    }
    const { locationID, skuID, memberType } = booking.getState().form
    if (location !== undefined && locationID !== null && skuID !== null) {
      // A time that is back is shown in its week.
      const wanted = draft?.chosen == null ? undefined : today(draft.chosen.utcStart, location.timezone)
      week.getState().aim({ locationID, skuID, memberType }, today(now(), location.timezone), wanted)
    }
  }

  const refreshSafety = (): void => {
    const { form, member } = booking.getState()
    const location = findLocation(form.locationID)
    const { state } = hold.getState()
    // Also while the hold is still asked for, so that no notice comes and goes.
    const utcStart = chosenTime({ state })?.utcStart ?? startToBook(state, form)
    const next = toSafetyCase({
      gender: member.kind === 'ready' ? member.value.gender : null,
      appointment: { utcStart, timezone: location?.timezone },
      now: now(),
      supportPhone: options.supportPhone(),
    })
    const { safetyCase, setCase } = safety.getState()
    if (!isSameCase(safetyCase, next)) setCase(next)
  }

  return {
    booking,
    week,
    hold,
    appointments,
    others,
    takeOver: (draft, answers) => {
      const { form, commit } = booking.getState()
      if (form.memberID !== draft.patientID || (commit.kind !== 'idle' && commit.kind !== 'refused')) return
      others.getState().hide(draft)
      safety.getState().replace(answers)
    },
    safety,
    refreshSafety,
    readDay: (input) => bridge.booking.readDay(input),
    start: (given, defaultLocationID) => {
      const stopListening = listen()
      locations = given
      const stopWeek = week.getState().start()
      const stopForm = booking.subscribe((state, before) => {
        if (state.form !== before.form || state.member !== before.member) refreshSafety()
        if (state.form.memberID !== before.form.memberID) {
          appointments.getState().aim(state.form.memberID)
          others.getState().aim(state.form.memberID)
        }
        if (state.form === before.form && state.commit === before.commit) return
        hold.getState().noteActivity()
        keep()
      })
      const stopHold = hold.subscribe((state, before) => {
        if (state.state === before.state) return
        refreshSafety()
        if (chosenTime(state) !== null) booking.setState({ timeClearedBy: null })
        keep()
      })
      const stopSafety = safety.subscribe(({ answers }, before) => {
        if (answers === before.answers) return
        hold.getState().noteActivity()
        // Other answers than those that were refused may be taken.
        if (booking.getState().commit.kind === 'refused') booking.setState({ commit: { kind: 'idle' } })
        else keep()
      })
      refreshSafety()
      appointments.getState().aim(booking.getState().form.memberID)
      others.getState().aim(booking.getState().form.memberID)
      if (booking.getState().isReady === false) void restore(defaultLocationID)
      return (isLeft) => {
        stopListening()
        stopWeek()
        isLeftForGood = isLeft
        if (isLeft) void hold.getState().clear()
        stopForm()
        stopHold()
        stopSafety()
        if (isLeft) keep()
      }
    },
  }
}

/** The start that would be booked; null while there is none. */
export const startToBook = (state: ReturnType<HoldStore['getState']>['state'], form: BookingForm): Instant | null =>
  toPlace(state, form)?.utcStart ?? null
