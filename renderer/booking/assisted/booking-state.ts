import type { StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import type { Failure } from '#contract/reply.ts'
import type { Location } from '#domain/locations/location.ts'
import type { Member, MemberID } from '#domain/members/member.ts'
import type { BookingSafetyDraft } from '#domain/safety/booking-safety-draft.ts'
import type { Answers } from '#domain/safety/question.ts'
import type { Study } from '#domain/study/study.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { LocationID, SkuID } from '#domain/values/location-id.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { Loadable } from '../../kit/loadable.ts'
import type { AnswersSetAside } from '../../safety/booking-safety.ts'
import type { SafetyFormState } from '../../safety/safety-form-store.ts'
import type { BookingForm } from '../booking-draft.ts'
import type { HoldStore } from '../calendar/hold-store.ts'
import type { WeekStore } from '../calendar/week-state.ts'
import type { MemberAppointmentsStore } from './member-appointments-store.ts'
import type { OtherAnswersStore } from './other-answers-store.ts'

/** How far the booking itself is. */
export type BookingCommit =
  | { readonly kind: 'idle' }
  | { readonly kind: 'pending' }
  | { readonly kind: 'refused'; readonly failure: Failure }
  /** It was sent and no answer came: it may stand or not. Only the same booking can be sent again. */
  | { readonly kind: 'unknown'; readonly failure: Failure }
  | { readonly kind: 'booked'; readonly study: Study; readonly member: Member; readonly location: Location }

export type BookingStoreState = {
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
  /** The study just booked whose safety questions the desk chose to answer later. The choice outlives the panel. */
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
export type BookingStore = StoreApi<BookingStoreState>

/** Whether the form is closed to changes: the booking is on its way, or its outcome is not known. */
export const isFrozen = ({ commit }: Pick<BookingStoreState, 'commit'>): boolean =>
  commit.kind === 'pending' || commit.kind === 'unknown'

/** A booking page's stores: the form, the weeks and the hold. */
export type BookingDeskStores = {
  readonly booking: BookingStore
  readonly week: WeekStore
  readonly hold: HoldStore
  /** The chosen member's other appointments. */
  readonly appointments: MemberAppointmentsStore
  /** What other desks, or the member, answered to the safety questions before a booking. */
  readonly others: OtherAnswersStore
  /** The safety questions, about the chosen member and against the chosen time (booking spec §2). */
  readonly safety: StoreApi<SafetyFormState>
}

/** A booking page: its stores, and what is done with more than one of them. */
export type BookingDesk = BookingDeskStores & {
  /** Goes on from another desk's answers: `answers` are this desk's with those taken over. */
  readonly takeOver: (draft: BookingSafetyDraft, answers: Answers) => void
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
