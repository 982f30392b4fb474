import { isKnownSafetySigned, knownSafety } from '../safety/known-safety.ts'
import { type Instant, toEpochMs } from '../values/instant.ts'
import type { StudyID } from '../values/study-id.ts'
import type { Study } from './study.ts'

/** How far an appointment of a member is, in one word for lists. */
const appointmentStates = ['cancelled', 'scanned', 'checked-in', 'held', 'booked', 'not-scanned', 'no-time'] as const
type AppointmentState = (typeof appointmentStates)[number]

export const appointmentStateWords: Readonly<Record<AppointmentState, string>> = {
  cancelled: 'Cancelled',
  scanned: 'Scanned',
  'checked-in': 'Checked in',
  held: 'Temporary hold',
  booked: 'Booked',
  'not-scanned': 'Not scanned',
  'no-time': 'No time',
}

/** Decides the state: what ended an appointment comes before what it was. */
export const appointmentState = (study: Study, now: Instant): AppointmentState => {
  const { status, booking } = study
  if (status.cancelled) return 'cancelled'
  if (status.scanned) return 'scanned'
  if (booking === null) return 'no-time'
  if (status.checkin) return 'checked-in'
  if (toEpochMs(booking.utcEnd) <= toEpochMs(now)) return 'not-scanned'
  return study.temporaryHold ? 'held' : 'booked'
}

/** Whether an appointment is still to come or goes on: not cancelled, not scanned, and its end is ahead. */
export const isAhead = (study: Study, now: Instant): boolean =>
  ['checked-in', 'held', 'booked'].includes(appointmentState(study, now)) &&
  study.booking !== null &&
  toEpochMs(study.booking.utcEnd) > toEpochMs(now)

/** The order of a member's card: what is ahead first, the soonest on top; then what is past, the latest on top. */
export const sortForMemberCard = (studies: readonly Study[], now: Instant): readonly Study[] => {
  const startOf = (study: Study): number => (study.booking === null ? 0 : toEpochMs(study.booking.utcStart))
  const ahead = studies.filter((study) => isAhead(study, now)).sort((a, b) => startOf(a) - startOf(b))
  const past = studies.filter((study) => !isAhead(study, now)).sort((a, b) => startOf(b) - startOf(a))
  return [...ahead, ...past]
}

/**
 * Returns the appointments that a new booking of the same member comes on top of, the soonest first. Temporary holds, other
 * scan types and other locations count: each may be the one that the caller means. Cancelled, scanned and past ones do not;
 * one of the same day does while it has not ended.
 */
export const findOtherBookings = (
  studies: readonly Study[],
  now: Instant,
  except: StudyID | null = null,
): readonly Study[] =>
  sortForMemberCard(studies, now).filter((study) => isAhead(study, now) && study.studyID !== except)

export type MemberAlert = { readonly kind: 'forbidden' | 'stops' | 'owed'; readonly studyID: StudyID }

/** What the desk must know of a member before it books: stops on an appointment ahead, and money that a past scan still owes. */
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
