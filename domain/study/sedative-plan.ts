import { type Instant, toEpochMs } from '../values/instant.ts'
import type { Study } from './study.ts'

/**
 * What the choice "Sedative Taken" currently means on a study. `planned` until check-in. `ask` after the appointment
 * has started without a check-in, because the record does not show whether the sedative was taken. `taken` from
 * check-in on. `none` without the choice.
 * @internal Tests cover every entry.
 */
export const sedativePlans = ['none', 'planned', 'ask', 'taken'] as const
type SedativePlan = (typeof sedativePlans)[number]

type Facts = Pick<Study, 'sedativeTaken' | 'status' | 'booking'>

/** Decides what the choice means at this instant. Booking spec §2 fixes its label, which is always the same. */
export const sedativePlan = ({ sedativeTaken, status, booking }: Facts, now: Instant): SedativePlan => {
  if (sedativeTaken !== 'Sedative Taken') return 'none'
  if (status.checkin || status.scanned) return 'taken'
  return booking !== null && toEpochMs(booking.utcStart) <= toEpochMs(now) ? 'ask' : 'planned'
}

/** Returns the text beside the choice on a study; null for none. */
export const describeSedativePlan = (plan: SedativePlan): string | null => {
  switch (plan) {
    case 'none':
      return null
    case 'planned':
      return 'A sedative is planned for the scan. After taking it, the member must not drive home.'
    case 'ask':
      return 'A sedative was planned for the scan. Ask whether the member took it. If so, the member must not drive.'
    case 'taken':
      return 'Taken: the member must not drive home.'
  }
}

/** Returns what a cancellation means for the sedative; null if none was chosen. */
export const describeSedativeOnCancel = (plan: SedativePlan): string | null => {
  switch (plan) {
    case 'none':
      return null
    case 'planned':
      return 'A sedative is planned for this appointment: tell the member not to take it, and cancel the prescription if there is one.'
    case 'ask':
      return 'A sedative was planned. Ask whether the member took it. If so, the member must not drive.'
    case 'taken':
      return 'A sedative was taken: make sure the member gets home safely.'
  }
}
