import type { BookInput, UnseenBooking } from '#contract/booking/bridge.ts'
import type { Bridge } from '#contract/bridge.ts'
import { mayBeDone } from '#contract/failures.ts'
import type { Failure, FailureCode } from '#contract/reply.ts'
import type { Location } from '#domain/locations/location.ts'
import { findOtherBookings } from '#domain/study/member-appointments.ts'
import type { Study } from '#domain/study/study.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import { withoutMember } from '../../safety/booking-safety.ts'
import type { Drafts } from '../../session/drafts.ts'
import type { OpenRequest } from '../open-request.ts'
import type { BookingDraftKeeper } from './booking-draft-keeper.ts'
import type { BookingDeskStores } from './booking-state.ts'
import type { MemberAppointmentsStore } from './member-appointments-store.ts'
import { findProhibitionElsewhere } from './other-answers-store.ts'
import { findPressed, findStillPlace, toBookInput } from './pressed-booking.ts'

type Parts = {
  readonly stores: BookingDeskStores
  readonly calls: Pick<Bridge['booking'], 'book' | 'acknowledgeSettled'>
  readonly request: OpenRequest<BookInput>
  readonly keeper: Pick<BookingDraftKeeper, 'keep' | 'keepForStudy'>
  readonly drafts: Pick<Drafts, 'flush'>
  readonly draftID: string
  readonly findLocation: (locationID: LocationID | null) => Location | undefined
  readonly now: () => Instant
}

export type BookingSending = {
  readonly book: () => Promise<void>
  /** Applies the result of a booking, even if the booking was sent before the page was reloaded. */
  readonly takeSettled: (settled: UnseenBooking) => void
  /** Records that the page is shown. */
  readonly enter: () => void
  /** Records that the page is no longer shown. `isForGood` means that the page's hold is released. */
  readonly leave: (isForGood: boolean) => void
}

/**
 * Codes after which the chosen time cannot be booked: the page reads the week again and, except after `slot-taken`,
 * clears the hold.
 */
const goneCodes: readonly FailureCode[] = ['slot-taken', 'hold-lapsed', 'hold-of-someone-else', 'slot-in-past']

/**
 * Reads the member's appointments again before booking. Returns false if the back office has an appointment that was
 * not on the screen. If the read fails, returns true: the booking goes on, and the page shows that the read failed.
 */
const hasSeenOthers = async (appointments: MemberAppointmentsStore, now: () => Instant): Promise<boolean> => {
  const { list, refresh } = appointments.getState()
  const seen = list.kind === 'ready' ? findOtherBookings(list.value.studies, now()) : []
  const read = await refresh()
  if (read === null) return true
  return findOtherBookings(read.studies, now()).every((other) => seen.some((one) => one.studyID === other.studyID))
}

/** Creates the action that sends a page's booking and applies its result. */
export const createBookingSending = (parts: Parts): BookingSending => {
  const { stores, calls, request, keeper, drafts, draftID, findLocation, now } = parts
  const { booking, week, hold, appointments, others, safety } = stores
  const { getState: get, setState: set } = booking
  let isShown = false
  let isLeftForGood = false

  /**
   * Reports to main that this page showed the result. If the user has left the page, it reports nothing, and the status
   * strip lists the result.
   */
  const acknowledge = (idempotencyKey: string): void => {
    if (isShown) void calls.acknowledgeSettled({ idempotencyKey })
  }

  const takeBooked = async (study: Study, key: string): Promise<void> => {
    const { member } = get()
    const location = findLocation(study.locationID)
    if (member.kind !== 'ready' || location === undefined) return
    request.end()
    hold.getState().consume()
    const kept = keeper.keepForStudy(study)
    // Answers about members who were not booked are kept.
    const setAside = withoutMember(get().setAside, member.value.patientID)
    set({ commit: { kind: 'booked', study, member: member.value, location }, setAside })
    acknowledge(key)
    void appointments.getState().refresh()
    safety.getState().replace({})
    await kept
    await keeper.keep()
    await drafts.flush()
  }

  const takeRefused = (failure: Failure, key: string): void => {
    request.end()
    set({ commit: { kind: 'refused', failure } })
    acknowledge(key)
  }

  const send = async (input: BookInput): Promise<void> => {
    const wasUnknown = get().commit.kind === 'unknown'
    request.begin(input)
    set({ commit: { kind: 'pending' }, restoredFrom: null })
    const reply = await calls.book(input)
    // If an event has already delivered the result, this late answer does not change it.
    if (request.sent() !== input) return
    if (reply.ok) return takeBooked(reply.value, input.idempotencyKey)
    if (mayBeDone('bridge', wasUnknown, reply.failure)) {
      set({ commit: { kind: 'unknown', failure: reply.failure } })
      return
    }
    takeRefused(reply.failure, input.idempotencyKey)
    // A lost hold must not be shown as held.
    if (goneCodes.includes(reply.failure.code)) {
      if (input.override === null && reply.failure.code !== 'slot-taken') void hold.getState().clear()
      void week.getState().refresh()
    }
  }

  return {
    book: async () => {
      const { commit, form } = get()
      if (commit.kind === 'pending') return
      const sent = request.sent()
      if (commit.kind === 'unknown' && sent !== null) return send(sent)
      const location = findLocation(form.locationID)
      const pressed = findPressed(get(), hold.getState().state, location, safety.getState().assessment)
      if (pressed === null) return
      set({ commit: { kind: 'pending' }, foundOthersAtBook: false, restoredFrom: null })
      const [isSeen] = await Promise.all([hasSeenOthers(appointments, now), others.getState().refresh()])
      if (get().commit.kind !== 'pending') return
      const place = isLeftForGood ? null : findStillPlace(pressed, get(), hold.getState().state)
      if (place === null) {
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
      await send(toBookInput(pressed, place, now(), { idempotencyKey: request.key(), draftID }))
    },
    takeSettled: ({ idempotencyKey: key, outcome }) => {
      // After a reload the page has sent nothing itself, but its draft has the key.
      if (key !== request.key() || get().commit.kind === 'booked') return
      if (outcome.kind === 'booked') void takeBooked(outcome.study, key)
      else if (outcome.kind === 'refused') takeRefused({ code: 'study-not-bookable', message: outcome.message }, key)
    },
    enter: () => {
      isShown = true
      isLeftForGood = false
    },
    leave: (isForGood) => {
      isShown = false
      isLeftForGood = isForGood
    },
  }
}
