import type { ChosenTime } from '#domain/booking/appointment.ts'
import { appointmentEnd } from '#domain/booking/appointment-end.ts'
import { decideOutsideHours, type OutsideHours } from '#domain/booking/outside-hours.ts'
import type { Location } from '#domain/locations/location.ts'
import type { SkuID } from '#domain/values/location-id.ts'
import type { ManualTime } from '../booking-draft.ts'

/** How a manual time lies outside opening hours; null where it does not, or while it is not complete. */
export const outsideHoursOf = (
  location: Location,
  skuID: SkuID,
  { utcStart, machineID }: Pick<ManualTime, 'utcStart' | 'machineID'>,
): OutsideHours | null => {
  if (utcStart === null) return null
  const machine = location.machines.find((each) => each.machineID === machineID)
  const end = machine === undefined ? undefined : appointmentEnd(location, machine, skuID, utcStart)
  // Before the machine is chosen the start alone is judged.
  return decideOutsideHours(location, utcStart, end ?? utcStart)
}

/** The manual time with whether it has to be confirmed; another time is asked about again. */
export const withOutsideHours = (location: Location, skuID: SkuID, manual: ManualTime): ManualTime => {
  const { outsideHours: _, ...rest } = manual
  return outsideHoursOf(location, skuID, rest) === null ? rest : { ...rest, outsideHours: 'ask' }
}

/** The confirmation that goes with the request: of this very time, and only where one was given. */
export const confirmation = (
  manual: ManualTime,
  chosen: Pick<ChosenTime, 'utcStart' | 'slotSelectionType'>,
): { readonly outsideHoursConfirmed?: true } =>
  chosen.slotSelectionType === 'manual' && manual.utcStart === chosen.utcStart && manual.outsideHours === 'confirmed'
    ? { outsideHoursConfirmed: true }
    : {}
