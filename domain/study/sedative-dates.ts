import type { PlainDate } from '../values/plain-date.ts'
import type { Sedative, SedativeStatus } from './sedative.ts'

/** The step of each status, from requested to ready for pickup; null for a status outside that sequence. */
const stepOfStatus: { readonly [Status in SedativeStatus]: number | null } = {
  'not requested': 0,
  pending: 0,
  prescribed: 1,
  'ready-for-pharmacy': 1,
  sent: 2,
  ready: 3,
  cancelled: null,
}

/**
 * Returns the sedative with a status set by hand and the days on which it reached each step (study spec §3 sedative).
 * `today` is a day of the location's calendar. If the new status is prescribed, sent or ready, its step gets today's
 * date, unless the step already has a date. A skipped step gets no date, and a return to an earlier step clears the
 * dates of later steps; a return to a request also clears the prescription. A cancelled sedative keeps its dates,
 * because it did reach those steps. The pharmacy does not change.
 */
export const setSedativeStatus = (before: Sedative, status: SedativeStatus, today: PlainDate): Sedative => {
  const way = stepOfStatus[status]
  if (way === null) return { ...before, status }
  /** Returns the day of a step: null if the step is still ahead; its date if it has one; today if it is reached now. */
  const dayOf = (step: number, isReached: boolean, day: PlainDate | null): PlainDate | null => {
    if (way < step) return null
    return isReached ? (day ?? today) : day
  }
  return {
    ...before,
    status,
    prescribedDate: dayOf(1, status === 'prescribed', before.prescribedDate),
    sentDate: dayOf(2, status === 'sent', before.sentDate),
    details: { ...before.details, pickupDate: dayOf(3, status === 'ready', before.details.pickupDate) },
    prescription: way < 1 ? null : before.prescription,
  }
}
