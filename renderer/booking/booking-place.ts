import type { AppointmentInput } from '#contract/booking/bridge.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { LocationID, SkuID } from '#domain/values/location-id.ts'
import type { ManualTime } from './booking-draft.ts'
import type { HoldState } from './calendar/hold-store.ts'
import { confirmation } from './calendar/outside-hours-confirmation.ts'

type Choice = {
  readonly locationID: LocationID | null
  readonly skuID: SkuID | null
  readonly manual: ManualTime
  readonly overrideReason: string
}

/**
 * Returns the appointment to book: the held time, or the manual time that an administrator books over another study.
 * Null while there is neither.
 */
export const toPlace = (
  state: HoldState,
  { locationID, skuID, manual, overrideReason }: Choice,
): AppointmentInput | null => {
  if (state.kind === 'held') {
    const { chosen, hold } = state
    return {
      locationID: chosen.locationID,
      skuID: chosen.skuID,
      utcStart: chosen.utcStart,
      slotSelectionType: chosen.slotSelectionType,
      machineID: hold.machineID,
      hold,
      override: null,
      ...confirmation(manual, chosen),
    }
  }
  const { utcStart, machineID } = manual
  const reason = overrideReason.trim()
  if (state.kind !== 'none' || reason === '' || manual.outsideHours === 'ask') return null
  if (utcStart === null || machineID === null || locationID === null || skuID === null) return null
  const confirmed = confirmation(manual, { utcStart, slotSelectionType: 'manual' })
  return {
    locationID,
    skuID,
    utcStart,
    machineID,
    slotSelectionType: 'manual',
    hold: null,
    override: { reason },
    ...confirmed,
  }
}

/** Returns the start to book; null when there is none. */
export const startToBook = (state: HoldState, choice: Choice): Instant | null =>
  toPlace(state, choice)?.utcStart ?? null
