import { createStore } from 'zustand/vanilla'
import type { BookInput } from '#contract/booking/bridge.ts'
import type { Bridge } from '#contract/bridge.ts'
import type { Location } from '#domain/locations/location.ts'
import { toSafetyCase } from '#domain/safety/safety-assessment.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import { isSameCase } from '../../safety/booking-safety.ts'
import { createSafetyFormStore } from '../../safety/safety-form-store.ts'
import type { Drafts } from '../../session/drafts.ts'
import { emptyBookingForm } from '../booking-draft.ts'
import { startToBook } from '../booking-place.ts'
import { chosenTime, createHoldStore } from '../calendar/hold-store.ts'
import { createWeekStore } from '../calendar/week-store.ts'
import { createOpenRequest } from '../open-request.ts'
import { createBookingDraftKeeper } from './booking-draft-keeper.ts'
import { followOutsideChanges, followPage } from './booking-following.ts'
import { createFormReset } from './booking-form-reset.ts'
import { createMemberChoice } from './booking-member-choice.ts'
import { createBookingSending } from './booking-sending.ts'
import type { BookingDesk, BookingDeskStores, BookingStore, BookingStoreState } from './booking-state.ts'
import { createTimeChoice } from './booking-time-choice.ts'
import { createMemberAppointmentsStore } from './member-appointments-store.ts'
import { createOpportunitySearchStore } from './opportunity-store.ts'
import { createOtherAnswersStore } from './other-answers-store.ts'

type Options = {
  readonly bridge: Bridge
  readonly drafts: Drafts
  readonly draftID: string
  readonly now: () => Instant
  readonly newKey: () => string
  /** Returns the phone number quoted in safety notices; null if unknown. */
  readonly supportPhone: () => string | null
}

const newPage = {
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
} as const satisfies Partial<BookingStoreState>

/** Creates the stores of one booking page. `drafts` keeps the form; `newKey` makes idempotency keys. */
export const createBookingDesk = (options: Options): BookingDesk => {
  const { bridge, drafts, draftID, now, newKey } = options
  const around = {
    week: createWeekStore({
      read: (input) => bridge.booking.readWeek(input),
      findFirstFree: (input) => bridge.booking.findFirstFree(input),
      on: bridge.on,
      now,
    }),
    hold: createHoldStore({ calls: bridge.booking, now }),
    appointments: createMemberAppointmentsStore(bridge.members),
    others: createOtherAnswersStore(bridge.safety, draftID),
    opportunity: createOpportunitySearchStore(bridge.crm),
    safety: createSafetyFormStore({
      answers: {},
      safetyCase: toSafetyCase({ gender: null, appointment: null, now: now() }),
      onChange: () => {},
    }),
  }
  const request = createOpenRequest<BookInput>(newKey)
  let locations: () => readonly Location[] = () => []
  const findLocation = (locationID: LocationID | null): Location | undefined =>
    locations().find((location) => location.locationID === locationID)

  const booking: BookingStore = createStore<BookingStoreState>((set, _get, store) => {
    const opened = { ...around, booking: store }
    const { aim, ...timeChoice } = createTimeChoice({ stores: opened, findLocation, now })
    return {
      ...newPage,
      ...createMemberChoice({ stores: opened, members: bridge.members, keep: () => void keeper.keep() }),
      ...timeChoice,
      ...createFormReset({ stores: opened, request, drafts, draftID, aim }),
      answerLater: (studyID) => set({ laterStudyID: studyID }),
      book: () => sending.book(),
      dismissRestored: () => set({ restoredFrom: null }),
    }
  })
  const stores: BookingDeskStores = { ...around, booking }
  const keeper = createBookingDraftKeeper({ stores, request, drafts, draftID, locations: () => locations(), now })
  const sending = createBookingSending({
    stores,
    calls: bridge.booking,
    request,
    keeper,
    drafts,
    draftID,
    findLocation,
    now,
  })
  const { week, hold, safety } = stores

  const refreshSafety = (): void => {
    const { form, member } = booking.getState()
    const location = findLocation(form.locationID)
    const { state } = hold.getState()
    // Uses a chosen time even before its hold is confirmed, so that notices do not disappear and reappear.
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
    ...stores,
    takeOver: (draft, answers) => {
      const { form, commit } = booking.getState()
      if (form.memberID !== draft.patientID || (commit.kind !== 'idle' && commit.kind !== 'refused')) return
      stores.others.getState().hide(draft)
      safety.getState().replace(answers)
    },
    refreshSafety,
    readDay: (input) => bridge.booking.readDay(input),
    start: (given, defaultLocationID) => {
      const stopElsewhere = followOutsideChanges(bridge.on, stores, sending)
      sending.enter()
      locations = given
      const stopWeek = week.getState().start()
      const stopPage = followPage(stores, keeper, refreshSafety)
      if (booking.getState().isReady === false) void keeper.restore(defaultLocationID)
      return (isLeft) => {
        stopElsewhere()
        stopWeek()
        sending.leave(isLeft)
        if (isLeft) void hold.getState().clear()
        stopPage()
        if (isLeft && booking.getState().commit.kind !== 'booked') void keeper.keep()
      }
    },
  }
}
