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
import type { OpportunitySearchStore } from './opportunity-store.ts'
import type { OtherAnswersStore } from './other-answers-store.ts'

export type BookingCommit =
  | { readonly kind: 'idle' }
  | { readonly kind: 'pending' }
  | { readonly kind: 'refused'; readonly failure: Failure }
  /** The booking was sent, but no answer arrived: its result is unknown. Only the same booking can be sent again. */
  | { readonly kind: 'unknown'; readonly failure: Failure }
  | { readonly kind: 'booked'; readonly study: Study; readonly member: Member; readonly location: Location }

export type BookingStoreState = {
  readonly form: BookingForm
  readonly member: Loadable<Member>
  readonly commit: BookingCommit
  /** The change that cleared the chosen time; null for none. */
  readonly timeClearedBy: 'location' | 'scan-type' | null
  /** When the restored draft was saved; null if no draft was restored or the user dismissed the note. */
  readonly restoredFrom: Instant | null
  readonly isReady: boolean
  /** The number of the current form, so that a new form does not show the errors of the previous one. */
  readonly round: number
  /** Safety answers about members whom the user then replaced with another member; one entry for each of them. */
  readonly setAside: readonly AnswersSetAside[]
  /**
   * When Book was pressed, the back office had another appointment of the member that was not on the screen. The
   * booking was not sent.
   */
  readonly foundOthersAtBook: boolean
  /** Safety answers of an older draft without a member; assigning them needs the user's decision. */
  readonly unassigned: Answers | null
  /** The booked study whose safety questions the user chose to answer later. Stays set after the panel closes. */
  readonly laterStudyID: StudyID | null
  readonly answerLater: (studyID: StudyID) => void
  /** Returns to the member whose answers were set aside, and restores the answers. */
  readonly restoreSetAside: (memberID: MemberID) => Promise<void>
  /** Deletes the answers set aside for this member. */
  readonly dismissSetAside: (memberID: MemberID) => void
  /** Assigns the unassigned answers to the chosen member; newer answers take precedence. */
  readonly assignAnswers: () => void
  readonly deleteUnassigned: () => void
  /** Changes the form, except member, location and scan type. */
  readonly update: (change: Partial<Omit<BookingForm, 'memberID' | 'locationID' | 'skuID'>>) => void
  readonly chooseMember: (member: Member | null) => void
  readonly chooseMemberID: (memberID: MemberID) => Promise<void>
  readonly chooseLocation: (location: Location) => void
  readonly chooseScanType: (skuID: SkuID) => void
  readonly book: () => Promise<void>
  /**
   * Empties the form except location, scan type and an opportunity from the page's address, releases the hold and
   * deletes the draft. Does nothing while a booking is being sent.
   */
  readonly discard: () => Promise<void>
  readonly dismissRestored: () => void
  /** Starts another booking at the same location. */
  readonly startOver: () => void
}
export type BookingStore = StoreApi<BookingStoreState>

/** Returns whether the form is closed to changes: the booking is being sent, or its result is unknown. */
export const isFrozen = ({ commit }: Pick<BookingStoreState, 'commit'>): boolean =>
  commit.kind === 'pending' || commit.kind === 'unknown'

/** The stores of one booking page. */
export type BookingDeskStores = {
  readonly booking: BookingStore
  readonly week: WeekStore
  readonly hold: HoldStore
  readonly appointments: MemberAppointmentsStore
  /** The answers that other workstations or the member gave to the safety questions before a booking. */
  readonly others: OtherAnswersStore
  /** The search for the booking's opportunity. */
  readonly opportunity: OpportunitySearchStore
  /** The safety questions, about the chosen member and for the chosen time (booking spec §2). */
  readonly safety: StoreApi<SafetyFormState>
}

/** A booking page: its stores, and the actions on more than one of them. */
export type BookingDesk = BookingDeskStores & {
  /**
   * Replaces the page's answers with `answers`, the merge of the page's answers and those of `draft`, and hides
   * `draft`. Does nothing if `draft` is about another member, or if the booking is being sent, has an unknown result or
   * has been made.
   */
  readonly takeOver: (draft: BookingSafetyDraft, answers: Answers) => void
  /** Recalculates the safety notices for the current member, chosen time, minute and support phone number. */
  readonly refreshSafety: () => void
  readonly readDay: Bridge['booking']['readDay']
  /**
   * Restores the draft and listens for changes until the returned function is called. That function releases the hold
   * if its argument is true: the user leaves the page for good.
   */
  readonly start: (
    locations: () => readonly Location[],
    defaultLocationID: LocationID | null,
  ) => (isLeft: boolean) => void
}
