import type { DropPlace } from '#domain/booking/move-drop.ts'
import { formatWeekdayAndInstant } from '#domain/format/format-time.ts'
import type { Location } from '#domain/locations/location.ts'
import type { Study } from '#domain/study/study.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import { movingWords } from './moving-words.ts'

/** Returns the name of a machine; its id if the location no longer has it. */
const nameMachine = ({ machines }: Pick<Location, 'machines'>, machineID: string): string =>
  machines.find((machine) => machine.machineID === machineID)?.name ?? machineID

/**
 * Returns a move's new time as text, with the machine if the move changes it within the location. The text of a move to
 * another location does not mention the machine, which always changes; the page names the new location elsewhere.
 */
export const describeNewPlace = (
  { machineID, utcStart }: DropPlace,
  location: Location,
  { booking, locationID }: Pick<Study, 'booking' | 'locationID'>,
): string => {
  const when = formatWeekdayAndInstant(utcStart, location.timezone)
  if (booking === null || locationID !== location.locationID || booking.machineID === machineID) return when
  return movingWords.move.dialog.at(when, nameMachine(location, machineID))
}

/**
 * Returns one end of a move in words: time and machine, and the location if the other end, `otherID`, is at another one.
 * Time and machine may be those of the present appointment or the chosen ones.
 */
export const describeMoveEnd = (
  { machineID, utcStart }: DropPlace,
  location: Location,
  otherID: LocationID,
): string => {
  const where = nameMachine(location, machineID)
  return movingWords.move.dialog.at(
    formatWeekdayAndInstant(utcStart, location.timezone),
    location.locationID === otherID ? where : movingWords.move.dialog.at(location.address.name, where),
  )
}
