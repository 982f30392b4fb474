import type { Location } from '#domain/locations/location.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { type StoreParts, secondOf, supportPhoneOf } from '../session/store-parts.ts'
import type { BookingDesk } from './assisted/booking-state.ts'
import { createBookingDesk } from './assisted/booking-store.ts'
import { createMemberSearchStore, type MemberSearchStore } from './assisted/member-search-store.ts'
import { createDayStore, type DayStore } from './calendar/day-store.ts'
import type { StudyBookingDesk } from './moving/study-booking-state.ts'
import { createStudyBookingDesk } from './moving/study-booking-store.ts'

/** Builds the stores that live as long as one booking page. */
export type BookingFactories = {
  readonly newDay: () => DayStore
  readonly newMemberSearch: () => MemberSearchStore
  /** `draftID` is the draft in which the page keeps its form. */
  readonly newBookingDesk: (draftID: string) => BookingDesk
  /** `keepsDraft`: whether the desk restores and stores the draft of the booking's page; default true. */
  readonly newStudyDesk: (
    studyID: StudyID,
    locations: () => readonly Location[],
    keepsDraft?: boolean,
  ) => StudyBookingDesk
}

export const createBookingFactories = ({ bridge, stores, newKey }: StoreParts): BookingFactories => {
  const { drafts } = stores
  const now = secondOf(stores)
  return {
    newDay: () => createDayStore(bridge),
    newMemberSearch: () => createMemberSearchStore(bridge),
    newBookingDesk: (draftID) =>
      createBookingDesk({ bridge, drafts, draftID, now, newKey, supportPhone: supportPhoneOf(stores) }),
    newStudyDesk: (studyID, locations, keepsDraft) =>
      createStudyBookingDesk({ bridge, drafts, studyID, keepsDraft, locations, now, newKey }),
  }
}
