import { formatDate } from '../format/format-date.ts'
import { fullName, type Member } from '../members/member.ts'

/** The warning while the location, the scan type or the time is missing (booking spec §8). */
export const incompleteAppointmentMessage = 'Please select the appointment location, scan type and date & time first.'

/** The message for a slot that another person took (booking spec §8). */
export const slotUnavailableMessage =
  'Unfortunately the time slot you selected is unavailable. Please select a different time slot.'

/** The parts that a booking needs; each is true once it is present. */
type BookingParts = {
  readonly hasMember: boolean
  readonly hasLocation: boolean
  readonly hasScanType: boolean
  /** A time is chosen and secured: held, or a manual time that was checked. */
  readonly hasTime: boolean
}

/**
 * Returns why the submit button is disabled, in the spec's words if it has them (booking spec §8); null if nothing is
 * missing.
 */
export const missingForBooking = (parts: BookingParts): string | null => {
  if (!parts.hasLocation || !parts.hasScanType || !parts.hasTime) return incompleteAppointmentMessage
  return parts.hasMember ? null : 'Please choose or create the member first.'
}

type Person = Pick<Member, 'firstname' | 'middlename' | 'lastname' | 'dob'>

/** Returns the person as submit buttons name them: `Ana Silva, 03 Feb 1980`. */
export const describePerson = (person: Person): string => `${fullName(person)}, ${formatDate(person.dob)}`
