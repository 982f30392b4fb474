import type { ChosenTime } from '#domain/booking/appointment.ts'
import { appointmentEnd } from '#domain/booking/appointment-end.ts'
import { decideOutsideHours, type OutsideHours } from '#domain/booking/outside-hours.ts'
import type { Location } from '#domain/locations/location.ts'
import type { SkuID } from '#domain/values/location-id.ts'
import type { ManualTime } from '../booking-draft.ts'

/**
 * Returns how a manual time is outside opening hours or in a closed time; null if it is neither, or while it has no
 * start.
 */
export const outsideHoursOf = (
  location: Location,
  skuID: SkuID,
  { utcStart, machineID }: Pick<ManualTime, 'utcStart' | 'machineID'>,
): OutsideHours | null => {
  if (utcStart === null) return null
  const machine = location.machines.find((each) => each.machineID === machineID)
  const end = machine === undefined ? undefined : appointmentEnd(location, machine, skuID, utcStart)
  // Without a chosen machine only the start is checked.
  return decideOutsideHours(location, utcStart, end ?? utcStart, machine?.machineID ?? null)
}

/**
 * Returns the manual time, marked if it needs confirmation. An earlier confirmation is removed, because it was for
 * another time.
 */
export const withOutsideHours = (location: Location, skuID: SkuID, manual: ManualTime): ManualTime => {
  const { outsideHours: _, ...rest } = manual
  return outsideHoursOf(location, skuID, rest) === null ? rest : { ...rest, outsideHours: 'ask' }
}

/** Returns the confirmation to send with the request, only if the user confirmed this exact time. */
export const confirmation = (
  manual: ManualTime,
  chosen: Pick<ChosenTime, 'utcStart' | 'slotSelectionType'>,
): { readonly outsideHoursConfirmed?: true } =>
  chosen.slotSelectionType === 'manual' && manual.utcStart === chosen.utcStart && manual.outsideHours === 'confirmed'
    ? { outsideHoursConfirmed: true }
    : {}
