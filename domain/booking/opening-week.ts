import type { Instant } from '../values/instant.ts'
import { todayAt, type ZoneId } from '../values/location-clock.ts'
import { addDays, type PlainDate, startOfWeek } from '../values/plain-date.ts'
import type { Slot } from './slot.ts'

/** The week in which a calendar opens, and the first time in it that can be booked. */
type OpeningWeek = { readonly monday: PlainDate; readonly utcStart: Instant }

/** What a search for the first free time found; `opening` is null where there is none up to `searchedTo`, the last day searched. */
export type FirstFree = { readonly opening: OpeningWeek | null; readonly searchedTo: PlainDate }

/** Days that one step of the search reads; the calendar call gives this many at most. */
const searchStepDays = 42
/** Steps of the search at most, so that a full location costs two reads and not an endless walk. */
const searchSteps = 2

/** The parts of the search: first day and number of days. Two steps reach 12 weeks. */
export const firstFreeSteps = (from: PlainDate): readonly { readonly first: PlainDate; readonly days: number }[] =>
  Array.from({ length: searchSteps }, (_, step) => ({
    first: addDays(from, step * searchStepDays),
    days: searchStepDays,
  }))

/** True for a slot that this person can choose: free, or held by themselves, and not started. */
const isOpen = (slot: Pick<Slot, 'state' | 'utcStart'>, now: Instant): boolean =>
  (slot.state === 'free' || slot.state === 'mine') && slot.utcStart > now

/** The earliest slot that can be chosen, in whatever order they come, not before a day; null where there is none. */
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
 * Returns the week, on the location's clock, that has the first free time; null where none of the slots is free. A week
 * that is over, full or closed is never the answer.
 */
export const findOpeningWeek = (
  slots: readonly Pick<Slot, 'state' | 'utcStart' | 'date'>[],
  now: Instant,
  zone: ZoneId,
): OpeningWeek | null => {
  const first = findFirstFreeSlot(slots, now)
  return first === null ? null : { monday: startOfWeek(todayAt(first.utcStart, zone)), utcStart: first.utcStart }
}
