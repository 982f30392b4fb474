import type { AppointmentInput, BookInput } from '#contract/booking/bridge.ts'
import { decideAddons } from '#domain/locations/addon.ts'
import type { Location } from '#domain/locations/location.ts'
import type { Member } from '#domain/members/member.ts'
import type { SafetyAssessment } from '#domain/safety/safety-assessment.ts'
import { decideSettle, toSettleBasis } from '#domain/safety/settle-rule.ts'
import type { Instant } from '#domain/values/instant.ts'
import { findProhibition, hasNoAnswers, toAnswersToBook } from '../../safety/booking-safety.ts'
import type { BookingForm } from '../booking-draft.ts'
import { toPlace } from '../booking-place.ts'
import type { HoldState } from '../calendar/hold-store.ts'
import type { BookingStoreState } from './booking-state.ts'

/** Everything a booking needs, as it was when Book was pressed. */
export type PressedBooking = {
  readonly form: BookingForm
  readonly member: Member
  readonly location: Location
  readonly place: AppointmentInput
  readonly assessment: SafetyAssessment
  /** The reason to book before a stop is settled; null when none is required. */
  readonly settleReason: string | null
}

type Page = Pick<BookingStoreState, 'form' | 'member'>

/** Returns what Book would send now; null when something is missing or the answers forbid the scan. */
export const findPressed = (
  { form, member }: Page,
  hold: HoldState,
  location: Location | undefined,
  assessment: SafetyAssessment,
): PressedBooking | null => {
  const place = toPlace(hold, form)
  if (place === null || member.kind !== 'ready' || location === undefined) return null
  if (findProhibition(assessment) !== null) return null
  const settle = decideSettle(toSettleBasis(assessment.notices), form)
  if (settle.kind === 'not-ticked' || settle.kind === 'reason-missing') return null
  const settleReason = settle.kind === 'given' ? settle.reason : null
  return { form, member: member.value, location, place, assessment, settleReason }
}

/**
 * Returns the appointment of the pressed booking with its current hold. Null if that hold lapsed or was replaced, or if
 * the form or the member's details changed since Book was pressed.
 */
export const findStillPlace = (
  pressed: PressedBooking,
  { form, member }: Page,
  hold: HoldState,
): AppointmentInput | null => {
  const place = toPlace(hold, pressed.form)
  const isSamePlace = place !== null && place.hold?.eventID === pressed.place.hold?.eventID
  // Reading the member again creates a new object, so the comparison is by fields.
  const isSame =
    member.kind === 'ready' && JSON.stringify([form, member.value]) === JSON.stringify([pressed.form, pressed.member])
  return isSame && isSamePlace ? place : null
}

/** Converts a pressed booking into the request to send. Incomplete answers are sent only as a draft. */
export const toBookInput = (
  { form, member, location, assessment, settleReason }: PressedBooking,
  place: AppointmentInput,
  now: Instant,
  ids: Pick<BookInput, 'idempotencyKey' | 'draftID'>,
): BookInput => ({
  ...place,
  patientID: member.patientID,
  memberType: form.memberType,
  referralType: form.referralType,
  referrer: form.referrer,
  sedativeTaken: form.sedativeTaken,
  opportunityID: form.opportunityID,
  temporaryHold: form.temporaryHold,
  proactiveBooking: form.proactiveBooking,
  // The location or its catalogue may have changed since the add-ons were chosen.
  addons: decideAddons(location, form.addons).addons.map(({ skuID }) => skuID),
  safetyAnswers: toAnswersToBook(assessment, member.gender, now, location.timezone),
  settleReason,
  safetyDraft: hasNoAnswers(assessment.answers) ? null : assessment.answers,
  ...ids,
})
