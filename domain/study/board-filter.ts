import { countOpenStops, hasNewStops, knownSafety } from '../safety/known-safety.ts'
import { findUnsettledOthers, otherBookingsOf } from '../safety/other-bookings.ts'
import type { Study } from './study.ts'
import { consentState } from './study-consent.ts'

/** The filters of the day's board for the front desk, in display order. */
export const boardFilters = ['to-come', 'safety', 'owes', 'no-consent', 'noted'] as const
export type BoardFilter = (typeof boardFilters)[number]

const isSafetyOpen = ({ safety }: Study): boolean =>
  knownSafety(safety).isProhibited ||
  safety.state !== 'complete' ||
  hasNewStops(safety) ||
  countOpenStops(safety) > 0 ||
  findUnsettledOthers(safety).length > 0 ||
  otherBookingsOf(safety).some(({ isProhibited }) => isProhibited)

/**
 * Returns whether a filter shows a study. `to-come`: the member is neither checked in nor scanned. `safety`: the member
 * is not scanned, and questions are open, or a stop is not settled in this study or in another booking of the member.
 * `owes`: the balance is above 0. `no-consent`: the consent is not signed. `noted`: the front desk left a note.
 */
export const showsOnBoard = (study: Study, filter: BoardFilter): boolean => {
  switch (filter) {
    case 'to-come':
      return !study.status.checkin && !study.status.scanned
    case 'safety':
      return !study.status.scanned && isSafetyOpen(study)
    case 'owes':
      return study.balance > 0
    case 'no-consent':
      return consentState(study) !== 'complete'
    case 'noted':
      return study.details.frontDeskNote !== ''
  }
}
