import type { Instant } from '../values/instant.ts'
import { todayAt, type ZoneId } from '../values/location-clock.ts'
import { addDays, type PlainDate, startOfWeek } from '../values/plain-date.ts'
import type { Slot } from './slot.ts'

/** The week that a booking calendar shows first, and the first time in it that can be booked. */
type OpeningWeek = { readonly monday: PlainDate; readonly utcStart: Instant }

/**
 * The result of a search for the first free time. `opening` is null if no time is free up to `searchedTo`, the last day
 * searched.
 */
export type FirstFree = { readonly opening: OpeningWeek | null; readonly searchedTo: PlainDate }

/** The number of days that one step of the search reads: the most that one calendar call returns. */
const searchStepDays = 42
/** The maximum number of steps: at a fully booked location the search ends after two reads. */
const searchSteps = 2

/** Returns the steps of the search: first day and number of days. Two steps reach 12 weeks. */
export const firstFreeSteps = (from: PlainDate): readonly { readonly first: PlainDate; readonly days: number }[] =>
  Array.from({ length: searchSteps }, (_, step) => ({
    first: addDays(from, step * searchStepDays),
    days: searchStepDays,
  }))

/** Returns whether this person can choose the slot: the slot has not started, and it is free or held by this person. */
const isOpen = (slot: Pick<Slot, 'state' | 'utcStart'>, now: Instant): boolean =>
  (slot.state === 'free' || slot.state === 'mine') && slot.utcStart > now

/**
 * Returns the earliest slot that can be chosen, on or after `notBefore`; null if there is none. The slots may be in any
 * order.
 */
export const findFirstFreeSlot = <One extends Pick<Slot, 'state' | 'utcStart' | 'date'>>(
  slots: readonly One[],
  now: Instant,
  notBefore: PlainDate | null = null,
): One | null => {
  let first: One | null = null
  for (const slot of slots) {
    if (notBefore !== null && slot.date < notBefore) continue
    if (isOpen(slot, now) && (first === null || slot.utcStart < first.utcStart)) first = slot
  }
  return first
}

/**
 * Returns the week, on the location's clock, with the first free time; null if none of the slots is free. It is never a
 * week that is over, full or closed.
 */
export const findOpeningWeek = (
  slots: readonly Pick<Slot, 'state' | 'utcStart' | 'date'>[],
  now: Instant,
  zone: ZoneId,
): OpeningWeek | null => {
  const first = findFirstFreeSlot(slots, now)
  return first === null ? null : { monday: startOfWeek(todayAt(first.utcStart, zone)), utcStart: first.utcStart }
}
