import type { AppointmentInput } from '#contract/booking/bridge.ts'
import type { Study } from '#domain/study/study.ts'
import { movingWords } from './moving-words.ts'
import type { MoveForm } from './study-booking-state.ts'

const words = movingWords.move

/**
 * Returns whether a study can be held for 48 hours: it has no appointment time and is not booked, cancelled or scanned.
 */
export const mayBeHeld = ({ booking, status }: Pick<Study, 'booking' | 'status'>): boolean =>
  booking === null && !status.booked && !status.cancelled && !status.scanned

/**
 * Returns why a time cannot be held for 48 hours; null when it can. A hold keeps the study's location and scan type,
 * and cannot be made over another appointment.
 */
export const whyNotHeld = (
  study: Pick<Study, 'locationID' | 'skuID'>,
  form: Pick<MoveForm, 'location' | 'skuID'>,
  place: Pick<AppointmentInput, 'override'> | null,
): string | null => {
  if (form.location.locationID !== study.locationID || form.skuID !== study.skuID) return words.holdsSamePlace
  return place?.override == null ? null : words.holdsFreeTime
}

/** Returns whether the chosen time will be held for 48 hours instead of being booked. */
export const isHeldAgain = (study: Study, form: MoveForm, place: AppointmentInput | null): boolean =>
  form.temporaryHold === true && mayBeHeld(study) && whyNotHeld(study, form, place) === null
