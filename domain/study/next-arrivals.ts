import type { Instant } from '../values/instant.ts'
import type { Study } from './study.ts'

type Arrival = {
  readonly key: string
  readonly utcStart: Instant
  readonly utcEnd: Instant
  readonly study: Pick<Study, 'status'>
}

/**
 * Returns the keys of the appointments whose members are expected next: members who are late while their appointment
 * lasts, and those of the next start. Omits appointments that are cancelled or over, and those whose member is checked
 * in or scanned.
 */
export const findNextArrivals = (appointments: readonly Arrival[], now: Instant): ReadonlySet<string> => {
  const expected = appointments.filter(
    ({ study: { status }, utcEnd }) => !status.checkin && !status.scanned && !status.cancelled && utcEnd > now,
  )
  const nextStart = expected
    .map(({ utcStart }) => utcStart)
    .filter((utcStart) => utcStart >= now)
    .toSorted()[0]
  const isNext = ({ utcStart }: Arrival): boolean => utcStart < now || utcStart === nextStart
  return new Set(expected.filter(isNext).map(({ key }) => key))
}
