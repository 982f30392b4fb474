import { formatWeekdayAndInstant } from '#domain/format/format-time.ts'
import type { Location } from '#domain/locations/location.ts'
import { packageName } from '#domain/study/package-name.ts'
import type { BookedAppointment } from './details-draft.ts'
import { detailsWords } from './details-words.ts'

/** Describes an appointment in words: time, location, machine and package. */
export const describePlace = (place: BookedAppointment, locations: readonly Location[]): string => {
  const location = locations.find(({ locationID }) => locationID === place.locationID)
  if (location === undefined) return detailsWords.appointment.otherLocation
  const machine = location.machines.find(({ machineID }) => machineID === place.machineID)
  const when =
    place.utcStart === null
      ? detailsWords.appointment.noTime
      : formatWeekdayAndInstant(place.utcStart, location.timezone)
  const scan = location.catalog.primary.find(({ skuID }) => skuID === place.skuID)
  const words = [
    when,
    location.address.name,
    machine?.name,
    scan === undefined ? '' : packageName(scan.skuID, location),
  ]
  return words.filter(Boolean).join(', ')
}
