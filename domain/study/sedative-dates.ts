import type { PlainDate } from '../values/plain-date.ts'
import type { Sedative, SedativeStatus } from './sedative.ts'

/** How far each status is along the way from asked for to handed out; null for what is on no such way. */
const wayOf: { readonly [Status in SedativeStatus]: number | null } = {
  'not requested': 0,
  pending: 0,
  prescribed: 1,
  'ready-for-pharmacy': 1,
  sent: 2,
  ready: 3,
  cancelled: null,
}

/**
 * A sedative whose status was set by hand, with the days on which it came so far (study spec §3 sedative). `today` is of the
 * location's calendar. A status it reaches anew dates it; going back takes back the days of what lies ahead again. A cancelled
 * one keeps its days: it did come that far. The pharmacy stays.
 */
export const setSedativeStatus = (before: Sedative, status: SedativeStatus, today: PlainDate): Sedative => {
  const way = wayOf[status]
  if (way === null) return { ...before, status }
  /** The day of one step: kept or made while it is behind or reached, gone while it lies ahead. */
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
  }
}
