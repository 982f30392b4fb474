import { fullName, type Member } from '../members/member.ts'
import { formatDate, formatTime, formatWeekday } from '../values/format-time.ts'
import type { Instant } from '../values/instant.ts'
import { toWallTime, type ZoneId } from '../values/location-clock.ts'

/** The warning while place, scan type or time are missing (booking spec §8). */
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
 * Returns why the committing button is disabled, in the spec's words if it has them (booking spec §8); null if nothing
 * is missing.
 */
export const missingForBooking = (parts: BookingParts): string | null => {
  if (!parts.hasLocation || !parts.hasScanType || !parts.hasTime) return incompleteAppointmentMessage
  return parts.hasMember ? null : 'Please choose or create the member first.'
}

type Person = Pick<Member, 'firstname' | 'middlename' | 'lastname' | 'dob'>

/** Returns the person for committing buttons: `Ana Silva, 03 Feb 1980` (experience: who am I acting on). */
export const describePerson = (person: Person): string => `${fullName(person)}, ${formatDate(person.dob)}`

/** Returns the appointment's start for committing buttons, on the location's clock: `Tue 24 Nov 09:40 PST`. */
export const describeAppointment = (utcStart: Instant, zone: ZoneId): string => {
  const wall = toWallTime(utcStart, zone)
  const dayAndMonth = formatDate(wall.date).slice(0, 'DD MMM'.length)
  return `${formatWeekday(wall.date)} ${dayAndMonth} ${wall.time} ${wall.abbreviation}`
}

/** Returns the appointment's start for reading: `Tue 24 Nov 2026, 09:40am PST`. */
export const describeAppointmentInFull = (utcStart: Instant, zone: ZoneId): string => {
  const wall = toWallTime(utcStart, zone)
  return `${formatWeekday(wall.date)} ${formatDate(wall.date)}, ${formatTime(wall.time)} ${wall.abbreviation}`
}
