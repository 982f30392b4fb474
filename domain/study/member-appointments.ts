import { isKnownSafetySigned, knownSafety } from '../safety/known-safety.ts'
import { type Instant, toEpochMs } from '../values/instant.ts'
import { toWallTime } from '../values/location-clock.ts'
import type { StateRole } from '../values/state-role.ts'
import type { StudyID } from '../values/study-id.ts'
import type { Study } from './study.ts'

/** The states of a member's appointment, as lists show them. @internal Tests cover every entry. */
export const appointmentStates = [
  'cancelled',
  'scanned',
  'checked-in',
  'held',
  'booked',
  'not-scanned',
  'no-time',
] as const
export type AppointmentState = (typeof appointmentStates)[number]

export const appointmentStateWords: Readonly<Record<AppointmentState, string>> = {
  cancelled: 'Cancelled',
  scanned: 'Scanned',
  'checked-in': 'Checked in',
  held: 'Temporary hold',
  booked: 'Booked',
  'not-scanned': 'Not scanned',
  'no-time': 'No time',
}

/** The role of each state on every screen. */
export const appointmentRoles: Readonly<Record<AppointmentState, StateRole>> = {
  cancelled: 'none',
  scanned: 'done',
  'checked-in': 'info',
  held: 'attention',
  booked: 'info',
  'not-scanned': 'none',
  'no-time': 'none',
}

/** Decides the state. Final states take precedence over earlier ones. */
export const appointmentState = (study: Study, now: Instant): AppointmentState => {
  const { status, booking } = study
  if (status.cancelled) return 'cancelled'
  if (status.scanned) return 'scanned'
  if (booking === null) return 'no-time'
  if (status.checkin) return 'checked-in'
  if (toEpochMs(booking.utcEnd) <= toEpochMs(now)) return 'not-scanned'
  return study.temporaryHold ? 'held' : 'booked'
}

/** Returns whether an appointment is in the future or under way: not cancelled, not scanned and not ended. */
export const isAhead = (study: Study, now: Instant): boolean =>
  ['checked-in', 'held', 'booked'].includes(appointmentState(study, now)) &&
  study.booking !== null &&
  toEpochMs(study.booking.utcEnd) > toEpochMs(now)

/**
 * Returns whether the member can arrive for an appointment today, in the zone of its location: the appointment is not
 * over, and the member is not checked in.
 */
export const awaitsCheckInToday = (study: Study, now: Instant): boolean => {
  const { booking, status } = study
  if (booking === null || status.checkin || !isAhead(study, now)) return false
  return toWallTime(booking.utcStart, booking.timezone).date === toWallTime(now, booking.timezone).date
}

/** Sorts the appointments on a member's card: those ahead, the soonest on top, then all others, the latest on top. */
export const sortForMemberCard = (studies: readonly Study[], now: Instant): readonly Study[] => {
  const startOf = (study: Study): number => (study.booking === null ? 0 : toEpochMs(study.booking.utcStart))
  const ahead = studies.filter((study) => isAhead(study, now)).sort((a, b) => startOf(a) - startOf(b))
  const past = studies.filter((study) => !isAhead(study, now)).sort((a, b) => startOf(b) - startOf(a))
  return [...ahead, ...past]
}

/**
 * Returns the appointments that a member's card shows before "Show all": the next ones, and always the last one that
 * was not cancelled, if the member has one.
 */
export const firstForMemberCard = (studies: readonly Study[], now: Instant, most: number): readonly Study[] => {
  const sorted = sortForMemberCard(studies, now)
  const shown = sorted.slice(0, most)
  const last = sorted.find((study) => !isAhead(study, now) && !study.status.cancelled)
  return last === undefined || shown.includes(last) ? shown : [...shown.slice(0, -1), last]
}

/**
 * Returns the member's existing appointments that staff see before a new booking, the soonest first. Temporary holds,
 * other scan types and other locations count, because the member on the phone may mean any of them. Cancelled, scanned
 * and past appointments do not count; an appointment under way counts until it has ended.
 */
export const findOtherBookings = (
  studies: readonly Study[],
  now: Instant,
  except: StudyID | null = null,
): readonly Study[] =>
  sortForMemberCard(studies, now).filter((study) => isAhead(study, now) && study.studyID !== except)

export type MemberAlert = { readonly kind: 'forbidden' | 'stops' | 'owed'; readonly studyID: StudyID }

/**
 * Returns the alerts that staff must see before they book a member. They are a forbidden notice or unsigned stops of an
 * appointment that is ahead or under way, and the open balance of a past scan.
 */
export const findMemberAlerts = (studies: readonly Study[], now: Instant): readonly MemberAlert[] =>
  sortForMemberCard(studies, now).flatMap((study): MemberAlert[] => {
    const { studyID } = study
    if (!isAhead(study, now)) {
      return appointmentState(study, now) === 'scanned' && study.balance > 0 ? [{ kind: 'owed', studyID }] : []
    }
    const { isProhibited, stops } = knownSafety(study.safety)
    if (isProhibited) return [{ kind: 'forbidden', studyID }]
    return stops > 0 && !isKnownSafetySigned(study.safety) ? [{ kind: 'stops', studyID }] : []
  })
