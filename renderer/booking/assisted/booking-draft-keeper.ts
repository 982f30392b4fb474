import type { BookInput } from '#contract/booking/bridge.ts'
import type { Location } from '#domain/locations/location.ts'
import type { Answers } from '#domain/safety/question.ts'
import { noSettleTick } from '#domain/safety/settle-rule.ts'
import { safetyDraftID, toFirstSafetyDraft } from '#domain/safety/study-safety-draft.ts'
import type { Study } from '#domain/study/study.ts'
import type { Instant } from '#domain/values/instant.ts'
import { todayAt } from '#domain/values/location-clock.ts'
import { defaultSkuID, type LocationID } from '#domain/values/location-id.ts'
import { decideMemberChange, hasNoAnswers } from '../../safety/booking-safety.ts'
import type { Drafts } from '../../session/drafts.ts'
import { type BookingDraft, bookingDraftSchema, emptyBookingForm } from '../booking-draft.ts'
import type { HoldState } from '../calendar/hold-store.ts'
import type { OpenRequest } from '../open-request.ts'
import { decideScanType } from '../scan-type.ts'
import { assistedWords } from './assisted-words.ts'
import type { BookingDeskStores, BookingStoreState } from './booking-state.ts'

const words = assistedWords.member

type Kept = Omit<BookingDraft, 'idempotencyKey' | 'savedAt'>

/**
 * Returns the content of the page's draft; null when there is nothing to keep. A booked page has a draft only for
 * answers that were not about the booked member: those set aside, and those without a member.
 * @internal Tests check its cases directly.
 */
export const decideBookingDraft = (
  page: Pick<BookingStoreState, 'form' | 'commit' | 'setAside' | 'unassigned'>,
  given: Answers,
  hold: HoldState,
): Kept | null => {
  const { setAside, unassigned } = page
  const isBooked = page.commit.kind === 'booked'
  const { locationID, skuID } = page.form
  const form = isBooked ? { ...emptyBookingForm, locationID, skuID } : page.form
  const safetyAnswers = isBooked ? {} : given
  const held = hold.kind === 'held' && !isBooked ? hold : null
  const isEmpty =
    form.memberID === null &&
    held === null &&
    setAside.length === 0 &&
    unassigned === null &&
    hasNoAnswers(safetyAnswers) &&
    (isBooked ||
      JSON.stringify({ ...form, locationID: null, skuID: defaultSkuID }) === JSON.stringify(emptyBookingForm))
  if (isEmpty) return null
  return {
    form,
    safetyAnswers,
    setAside: [...setAside],
    unassigned,
    chosen: held === null ? null : { ...held.chosen, candidates: [...held.chosen.candidates] },
    hold: held?.hold ?? null,
  }
}

type Parts = {
  readonly stores: Pick<BookingDeskStores, 'booking' | 'week' | 'hold' | 'safety'>
  readonly request: OpenRequest<BookInput>
  readonly drafts: Drafts
  readonly draftID: string
  readonly locations: () => readonly Location[]
  readonly now: () => Instant
}

export type BookingDraftKeeper = {
  /** Writes the draft, or removes it when there is nothing to keep. */
  readonly keep: () => Promise<void>
  /**
   * Keeps the page's answers as the draft of the new study if its safety questions are not complete. Called before the
   * booking's draft is removed.
   */
  readonly keepForStudy: (study: Study) => Promise<void>
  /** Fills the page from its draft; without a draft, with the given location. */
  readonly restore: (defaultLocationID: LocationID | null) => Promise<void>
}

/** Creates the keeper of one booking page's draft. */
export const createBookingDraftKeeper = (parts: Parts): BookingDraftKeeper => {
  const { stores, request, drafts, draftID, locations, now } = parts
  const { booking, week, hold, safety } = stores

  const findLocation = (locationID: LocationID | null | undefined): Location | undefined =>
    locations().find((location) => location.locationID === locationID)

  /** Shows the week of the restored time, or of today. */
  const showWeek = (location: Location | undefined, draft: BookingDraft | null): void => {
    const { locationID, skuID, memberType } = booking.getState().form
    if (location === undefined || locationID === null || skuID === null) return
    const wanted = draft?.chosen == null ? undefined : todayAt(draft.chosen.utcStart, location.timezone)
    week.getState().aim({ locationID, skuID, memberType }, todayAt(now(), location.timezone), wanted)
  }

  return {
    keep: async () => {
      if (!booking.getState().isReady) return
      const kept = decideBookingDraft(booking.getState(), safety.getState().answers, hold.getState().state)
      if (kept === null) {
        await drafts.discard(draftID)
        return
      }
      const draft: BookingDraft = { ...kept, idempotencyKey: request.key(), savedAt: now() }
      drafts.keep(draftID, draft)
    },
    keepForStudy: async (study) => {
      const { answers } = safety.getState()
      if (study.safety.state === 'complete' || hasNoAnswers(answers)) return
      drafts.keep(safetyDraftID(study.studyID), toFirstSafetyDraft(answers, now()))
      await drafts.flush()
    },
    restore: async (defaultLocationID) => {
      const draft = bookingDraftSchema.safeParse(await drafts.read(draftID)).data ?? null
      const location = findLocation(draft?.form.locationID) ?? findLocation(defaultLocationID) ?? locations()[0]
      const form = draft?.form ?? booking.getState().form
      const memberID = booking.getState().form.memberID ?? form.memberID
      const kept = {
        answers: draft?.safetyAnswers ?? {},
        setAside: draft?.setAside ?? [],
        unassigned: draft?.unassigned ?? null,
      }
      // The page's address may name another member than the draft does.
      const from = form.memberID === null ? null : { memberID: form.memberID, name: words.previousMember }
      const change = decideMemberChange(kept, draft === null ? null : from, memberID)
      safety.getState().replace(change.answers)
      // The tick “Book before the sign-off” covers the notices of the draft's member only.
      const tick = form.memberID === memberID ? {} : noSettleTick
      booking.setState({
        setAside: change.setAside,
        unassigned: change.unassigned,
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
        // Keeps the key even if it was already sent: the back office then repeats its answer instead of booking twice.
        request.adoptKey(draft.idempotencyKey)
        if (memberID !== null) void booking.getState().chooseMemberID(memberID)
        const isHere = draft.chosen !== null && draft.chosen.locationID === location?.locationID
        if (draft.chosen !== null && draft.hold !== null && isHere) void hold.getState().adopt(draft.chosen, draft.hold)
      }
      showWeek(location, draft)
    },
  }
}
