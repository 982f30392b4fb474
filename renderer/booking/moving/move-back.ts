import type { RescheduleInput } from '#contract/booking/bridge.ts'
import type { Study } from '#domain/study/study.ts'
import type { StudyID } from '#domain/values/study-id.ts'

/** A move to a former time, before it has an idempotency key and a draft. */
type MoveBack = Omit<RescheduleInput, 'idempotencyKey' | 'draftID'>

/** The study before and right after a move. */
export type DoneMove = { readonly from: Study; readonly to: Study }

/**
 * Returns the move that takes a study back to its time before a move. Null if there was no time before, or if the study
 * has moved again since. Null too if the location or the scan type changed, because the price and the add-ons agreed
 * before would not come back.
 */
export const toMoveBack = (study: Study, { from, to }: DoneMove): MoveBack | null => {
  const { booking, locationID, skuID, slotSelectionType } = from
  if (booking === null || study.booking?.eventID !== to.booking?.eventID) return null
  if (locationID !== to.locationID || skuID !== to.skuID) return null
  const { studyID, version } = study
  const { machineID, utcStart } = booking
  const place = { locationID, skuID, machineID, utcStart, slotSelectionType, hold: null, override: null }
  return { ...place, studyID, version, settleReason: null }
}

/** The draft id of a move that is made outside the booking's own page, whose draft must stay. */
export const droppedDraftID = (studyID: StudyID): string => `dropped:${studyID}`
