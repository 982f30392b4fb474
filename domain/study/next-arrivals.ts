import { type Instant, toEpochMs } from '../values/instant.ts'
import type { Study } from './study.ts'

type Appointment = {
  readonly utcStart: Instant
  readonly utcEnd: Instant
  readonly study: Pick<Study, 'status'>
}
type Arrival = Appointment & { readonly key: string }

/** Returns whether the member has not come yet, and can still come: the appointment is neither cancelled nor over. */
const isExpected = ({ study: { status }, utcEnd }: Appointment, now: Instant): boolean =>
  !status.checkin && !status.scanned && !status.cancelled && utcEnd > now

/**
 * Returns the keys of the appointments whose members are expected next: members who are late while their appointment
 * lasts, and those of the next start. Omits appointments that are cancelled or over, and those whose member is checked
 * in or scanned.
 */
export const findNextArrivals = (appointments: readonly Arrival[], now: Instant): ReadonlySet<string> => {
  const expected = appointments.filter((appointment) => isExpected(appointment, now))
  const nextStart = expected
    .map(({ utcStart }) => utcStart)
    .filter((utcStart) => utcStart >= now)
    .toSorted()[0]
  const isNext = ({ utcStart }: Arrival): boolean => utcStart < now || utcStart === nextStart
  return new Set(expected.filter(isNext).map(({ key }) => key))
}

/**
 * Returns how many whole minutes have passed since the start of an appointment whose member has not come. Returns null
 * in the first minute, and for a member who is not late: checked in, scanned, cancelled, before the start or after the
 * end.
 */
export const lateMinutes = (appointment: Appointment, now: Instant): number | null => {
  if (!isExpected(appointment, now)) return null
  const minutes = Math.floor((toEpochMs(now) - toEpochMs(appointment.utcStart)) / 60_000)
  return minutes < 1 ? null : minutes
}
